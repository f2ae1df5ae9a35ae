"""Runs background.py on a private desktop that its server takes for the current one."""

import unittest

from support import on_a_desktop


class Background(unittest.TestCase):
    def test_a_covered_window_without_the_focus_is_driven_and_the_active_window_stays(self):
        on_a_desktop(self, "background")
