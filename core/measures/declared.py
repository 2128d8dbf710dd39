"""The decorators that make functions measures, and what relatives share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from core.measures.measure import Measure
from core.measures.outcome import Answer, Outcome

Traits = ParamSpec("Traits")
Function = TypeVar("Function", bound=Callable[..., Any])
Figure = TypeVar("Figure", bound=Callable[..., Any])
OfOne = Callable[[Any], Answer]
"""The outcome of one thing of those that were prepared, such as a key set."""


class Declared(Generic[Function, Traits]):
    """The decorator that makes a function a Measure; it registers nothing.

    Parameters
    ----------
    make : callable
        ``Measure``, of a function ``compute(prepared)``: its fields are the traits that can be declared.
    shared : mapping
        Traits of all measures that are declared with it; a measure may declare another one.
    """

    def __init__(
        self, make: Callable[Concatenate[Function, Traits], Measure], shared: Mapping[str, Any] | None = None
    ) -> None:
        self._make, self._shared = make, dict(shared or {})

    def __call__(self, *args: Traits.args, **traits: Traits.kwargs) -> Callable[[Function], Measure]:
        """Return the decorator of one measure, given what it does not share."""
        make: Callable[..., Measure] = self._make
        return lambda function: make(function, *args, **(self._shared | traits))

    def sharing(self, *args: Traits.args, **traits: Traits.kwargs) -> Declared[Function, Traits]:
        """Return the decorator of measures that share more traits."""
        del args
        return Declared(self._make, self._shared | traits)

    def over(self, outcomes: Callable[[Measure, Any, OfOne], Iterator[Outcome]]) -> Declared[OfOne, Traits]:
        """Return the decorator of functions of one thing, such as a key set; ``outcomes`` yields those of all."""
        return self._through(outcomes, lambda function: function)

    def figures(self, outcomes: Callable[[Measure, Any, Figure], Iterator[Outcome]]) -> Declared[Figure, Traits]:
        """Return the decorator of functions of a figure; ``outcomes`` answers by it, and declares the details."""
        return self._through(outcomes, lambda _: outcomes)

    def _through(
        self,
        outcomes: Callable[[Measure, Any, Any], Iterator[Outcome]],
        declaring_details: Callable[[Callable[..., Any]], Callable[..., Any]],
    ) -> Declared[Any, Traits]:
        def make(function: Callable[..., Any], /, *args: Traits.args, **traits: Traits.kwargs) -> Measure:
            @wraps(declaring_details(function))
            def compute(prepared: Any) -> Iterator[Outcome]:
                return outcomes(made, prepared, function)

            compute.__name__, compute.__doc__ = function.__name__, function.__doc__
            build: Callable[..., Measure] = self._make
            made = build(compute, *args, **traits)
            return made

        return Declared(make, self._shared)


measure = Declared(Measure)
