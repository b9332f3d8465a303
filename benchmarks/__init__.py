"""What Headwater promises about speed, measured: ``python -m benchmarks [NAME ...]`` prints one table."""
