"""What the trials share: people with real keys, a client, server processes and tables."""
