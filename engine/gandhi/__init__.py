"""Gandhi: The Decolonization of British India (COIN Series, volume IX)."""
