"""Charts: a view becomes a plotly figure; no Streamlit."""
