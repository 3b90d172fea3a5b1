"""Client of Gridtide, a self-hosted server for energy time series."""

from .client import Client
from .columns import Columns
from .errors import ApiError, ConnectionFailed, GridtideError, TimedOut
from .spans import Moment

__all__ = [
    "ApiError",
    "Client",
    "Columns",
    "ConnectionFailed",
    "GridtideError",
    "Moment",
    "TimedOut",
]
__version__ = "0.1.0"
