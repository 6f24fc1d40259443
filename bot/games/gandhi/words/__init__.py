"""Gandhi's texts: its Changes, views and questions as sentences, from the catalogues."""
