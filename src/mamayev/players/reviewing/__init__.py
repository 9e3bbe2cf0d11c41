"""The review of a game: the value of its positions, the effects of luck and decisions, and the costliest decisions.

`match.reviewed` defines the result, and `review` computes it. docs/review.md describes the method and its limits.
"""

from mamayev.match.reviewed import Better, Costly, Deed, Die, Line, Review, SeatReview, Stand

from .done import Done
from .review import Progress, review

__all__ = ["Better", "Costly", "Deed", "Die", "Done", "Line", "Progress", "Review", "SeatReview", "Stand", "review"]
