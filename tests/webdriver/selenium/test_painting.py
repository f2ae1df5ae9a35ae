"""Runs painting.py on a private desktop that its server takes for the current one."""

import unittest

from support import on_a_desktop


class Painting(unittest.TestCase):
    def test_what_comes_of_input_is_painted_soon(self):
        on_a_desktop(self, "painting")
