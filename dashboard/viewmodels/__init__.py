"""View models: what a page shows, rounded and worded once; no Streamlit, no plotting."""
