"""With PyQt6."""

from PyQt6 import QtCore

import qt_program

qt_program.run(QtCore)
