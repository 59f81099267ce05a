"""[7.0] Organization: flip, placement, reorganization. `phase` puts the steps in their order."""
