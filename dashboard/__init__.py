"""The dashboard: navigation, view models, charts and components over :mod:`core`."""
