"""With PyQt5."""

from PyQt5 import QtCore

import qt_program

qt_program.run(QtCore)
