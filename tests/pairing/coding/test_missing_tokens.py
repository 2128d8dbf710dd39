from core.pairing.coding.missing_tokens import missing_tokens, sentinel_numbers


def test_tokens_of_the_usual_programs():
    assert missing_tokens(["North", "NA", ".", "N", "None"]) == (".", "NA")


def test_namibia_is_a_country():
    assert missing_tokens(["DE", "NA", "FR", "ZA"]) == ()
    assert missing_tokens(["Germany", "NA", "France"]) == ("NA",)


def test_sentinels_only_where_all_else_is_positive():
    assert sentinel_numbers([-9, 1, 2, 3]) == (-9,)
    assert sentinel_numbers([-9, -8, -1, 0, 4]) == (-9, -8, -1)
    assert sentinel_numbers([-9, -3.5, 1]) == ()
    assert sentinel_numbers([-1, 0, 1]) == ()
    assert sentinel_numbers([*range(-9, 20)]) == ()
    assert sentinel_numbers([99, 1, 2]) == ()
    assert sentinel_numbers([-99, -9]) == ()
