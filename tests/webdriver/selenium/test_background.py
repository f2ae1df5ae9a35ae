"""Runs background.py on a private desktop that its server takes for the current one."""

import subprocess
import sys
import unittest
from pathlib import Path

from support import DESKHAND


class Background(unittest.TestCase):
    def test_a_covered_window_without_the_focus_is_driven_and_the_active_window_stays(self):
        run = subprocess.run(
            [DESKHAND, "run", "--", sys.executable, "-m", "unittest", "-v", "background"],
            cwd=Path(__file__).parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=180,
        )
        self.assertEqual(run.returncode, 0, run.stdout)
