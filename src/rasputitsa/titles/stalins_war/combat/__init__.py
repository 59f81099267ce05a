"""[11.0, 12.0, 20.0] Combat and exploitation, one module per part of the chapters."""
