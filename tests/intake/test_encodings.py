"""Encodings of the whole world are among the guesses, and every reading that is possible is offered with its look."""

import pytest

from core.errors import Malformed
from core.intake import Severity
from tests.intake.readings import read, table

CITIES = {
    "cp932": ["東京都", "大阪市", "札幌市", "名古屋市"],
    "gb18030": ["北京市", "上海市", "广州市", "深圳市"],
    "koi8_r": ["Москва", "Санкт-Петербург", "Новосибирск", "Екатеринбург"],
    "cp1251": ["Москва", "Санкт-Петербург", "Новосибирск", "Екатеринбург"],
    "big5": ["臺北市", "高雄市", "臺中市"],
    "euc_kr": ["서울", "부산", "대구"],
}


@pytest.mark.parametrize("encoding", CITIES)
def test_the_encoding_is_guessed_and_asked_about(encoding: str):
    content = "city,n\n" + "".join(f"{city},{i}\n" for i, city in enumerate(CITIES[encoding]))
    reading = read(content.encode(encoding))
    assert reading.report.encoding == encoding
    assert table(reading)["city"] == CITIES[encoding]
    assert [f.choice for f in reading.report.findings if f.severity is Severity.QUESTION] == ["encoding"]


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("cp1250", "Šimić"),
        ("euc_jp", "東京都"),
        ("koi8_r", "Юг"),
        ("cp932", "東"),
        ("cp850", "Orléans"),
        ("cp852", "Kraków Łódź"),
        ("cp866", "Иван"),
        ("iso8859_5", "Иван"),
        ("koi8_u", "Київ"),
        ("cp1255", "חיפה"),
        ("cp1256", "القاهرة"),
        ("cp874", "กรุงเทพ"),
    ],
)
def test_of_few_letters_all_readings_are_offered_with_their_look(encoding: str, name: str):
    reading = read(f"name,n\n{name},1\nAnna,2\n".encode(encoding))
    [question] = [f for f in reading.report.findings if f.severity is Severity.QUESTION]
    assert encoding in {reading.report.encoding, *question.alternatives}
    for other in question.alternatives:
        assert f"as {other} they would be" in question.message
    again = read(f"name,n\n{name},1\nAnna,2\n".encode(encoding), encoding=encoding)
    assert table(again)["name"] == [name, "Anna"]


def test_pages_that_differ_in_one_character_are_told_apart_by_all_that_occur():
    content = ("ort,n\nKöln,1\nßüäöÄÖÜé,2\nèêàç,3\n" + "10 €,4\n").encode("iso8859_15")
    reading = read(content)
    [question] = [f for f in reading.report.findings if f.choice == "encoding"]
    assert {"cp1252", "iso8859_15"} <= {reading.report.encoding, *question.alternatives}


def test_the_line_that_is_no_text_is_counted_from_the_beginning_of_a_large_file():
    content = b"a,b\n" + b"x,1\n" * 600_000 + b"\xe4,1\n"
    with pytest.raises(Malformed, match="line 600,002 is not text in utf-8"):
        read(content, encoding="utf-8")
