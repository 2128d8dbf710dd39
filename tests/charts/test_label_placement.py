import numpy as np

from core.charts.label_placement import Label, Surroundings, crossing, overlaps, place_labels, runs_through

NOTHING = np.zeros((0, 4))


def around(solid=NOTHING, lines=NOTHING, bounds=(0, 0, 400, 300)):
    return Surroundings(bounds, np.asarray(solid, dtype=float).reshape(-1, 4), np.asarray(lines).reshape(-1, 4))


def test_a_lone_label_stands_right_of_its_point():
    (place,) = place_labels([Label(((50, 16),), ((100, 100),), 6)], [around()])
    assert (place.across, place.down, place.leader) == (1, 0, False)
    assert place.dx == 9


def test_at_the_right_edge_it_goes_left():
    (place,) = place_labels([Label(((50, 16),), ((380, 100),), 6)], [around()])
    assert place.across == -1


def test_a_place_must_be_free_at_every_width():
    label = Label(((50, 16),), ((100, 100), (100, 100)), 6)
    (place,) = place_labels([label], [around(), around(solid=[[105, 80, 200, 120]])])
    assert place.across != 1


def test_lines_are_avoided_but_not_forbidden():
    label = Label(((50, 16),), ((100, 100),), 6)
    (place,) = place_labels([label], [around(lines=[[0, 99, 400, 101]])])
    assert place.down != 0
    (place,) = place_labels([label], [around(lines=[[0, 0, 400, 300]])])
    assert place is not None


def test_no_room_gives_none():
    assert place_labels([Label(((50, 16),), ((20, 20),), 6)], [around(bounds=(0, 0, 40, 40))]) == (None,)


def test_a_long_name_may_break_into_two_lines():
    label = Label(((90, 16), (45, 32)), ((30, 30),), 6)
    (place,) = place_labels([label], [around(bounds=(0, 0, 85, 60))])
    assert place.broken == 1


def test_the_important_label_wins_the_only_room():
    labels = [Label(((50, 16),), ((20, 20),), 6, importance=i) for i in (1, 4)]
    places = place_labels(labels, [around(solid=[[14, 14, 26, 26]], bounds=(0, 10, 80, 30))])
    assert places[0] is None
    assert places[1] is not None


def test_overlaps_needs_common_area():
    a = np.array([[0, 0, 10, 10]], dtype=float)
    assert overlaps(a, np.array([[10, 0, 20, 10], [9, 9, 20, 20]], dtype=float)).tolist() == [[False, True]]


def test_crossing_and_running_through():
    a = np.array([[0, 0, 10, 10]], dtype=float)
    assert crossing(a, np.array([[0, 10, 10, 0], [20, 0, 30, 0]], dtype=float)).tolist() == [[True, False]]
    assert runs_through(a, np.array([[4, 4, 7, 7], [20, 20, 30, 30]], dtype=float)).tolist() == [[True, False]]
