"""Small Streamlit drawings shared by the pages."""
