"""Playing over the network: people, the lobby, games between them."""
