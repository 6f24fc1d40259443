"""What a person or a host wishes for, what is stored about them, how much they may ask for."""
