"""Helpers beside the tests of minds and memories can be imported by all of them, since this file is here."""
