"""The interval of a share counted in few cases."""

import math

from core.errors import InvalidParameter
from core.figures import Interval

Z_95 = 1.959963984540054


def wilson_interval(hits: int, total: int, z: float = Z_95) -> Interval:
    """How large a share may be, given so many hits among so many.

    Formula:
        (p + z^2/2n +- z sqrt(p (1 - p)/n + z^2/4n^2)) / (1 + z^2/n)

    Args:
        hits: 0 <= hits <= total.
        total: >= 0.

    Returns:
        Within [0, 1]; all of it where nothing was counted.

    Raises:
        InvalidParameter: More hits than cases, or a negative number.

    Source:
        [WILSON] score interval.

    Examples:
        >>> found = wilson_interval(8, 10)
        >>> f"{found.low:.3f} {found.high:.3f}"
        '0.490 0.943'
    """
    if hits < 0 or total < hits:
        raise InvalidParameter("hits", hits, f"a whole number from 0 to {total}")
    if total == 0:
        return Interval(0.0, 1.0)
    share = hits / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1.0 - share) / total + z * z / (4.0 * total * total))
    scale = 1.0 + z * z / total
    return Interval(max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))
