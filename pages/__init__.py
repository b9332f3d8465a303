"""One screen each; scripts that Streamlit executes, never modules to import."""
