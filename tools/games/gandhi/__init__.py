"""Parts of the tools for Gandhi."""
