import numpy as np

from core.charts.map.label_geometry import crossing, overlaps, runs_through
from core.charts.map.label_placement import Surroundings, place_labels
from core.charts.map.label_places import Label

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


def test_a_line_through_the_text_costs_more_than_the_farthest_place():
    label = Label(((50, 16),), ((200, 150),), 6)
    bars = [[0, y, 400, y + 2] for y in range(130, 172, 6)]
    (place,) = place_labels([label], [around(lines=bars)])
    assert place.leader
    assert not overlaps(place.box(label, 0), np.array(bars, dtype=float)).any()


def test_a_line_at_any_width_counts():
    label = Label(((50, 16),), ((100, 100), (100, 100)), 6)
    (place,) = place_labels([label], [around(), around(lines=[[130, 0, 132, 300]])])
    assert place.across != 1


def test_no_text_lies_on_a_line_of_any_direction():
    label = Label(((50, 16),), ((100, 100),), 6)
    leader = np.array([[110.0, 60.0, 160.0, 140.0]])
    (place,) = place_labels([label], [Surroundings((0, 0, 400, 300), NOTHING, NOTHING, leader)])
    assert not runs_through(leader, place.box(label, 0)).any()


def test_labels_make_way_for_one_that_has_few_places():
    roomy, tight = Label(((50, 16),), ((60, 60),), 6), Label(((50, 16),), ((150, 60),), 6)
    walls = [[141, 0, 159, 51], [141, 69, 159, 300], [159, 0, 400, 300]]
    places = place_labels([roomy, tight], [around(solid=walls, bounds=(0, 0, 400, 300))])
    assert all(places)
    assert not overlaps(places[0].box(roomy, 0), places[1].box(tight, 0)).any()
