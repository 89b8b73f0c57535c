"""The languages that a thing, a text or a word can be given in."""

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja", "ko", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "sv", "cs")


def said_languages() -> str:
    return "languages: " + ", ".join(LANGUAGES)
