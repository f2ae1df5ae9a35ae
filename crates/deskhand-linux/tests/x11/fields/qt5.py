#!/usr/bin/python3
"""A Qt 5 window with one text field; prints the field's text as JSON whenever it changes."""

import json
import sys

from PyQt5.QtWidgets import QApplication, QPlainTextEdit

application = QApplication(sys.argv)
field = QPlainTextEdit()
field.setWindowTitle("Field Qt 5")
field.resize(400, 200)
field.textChanged.connect(lambda: print(json.dumps(field.toPlainText()), flush=True))
field.show()
sys.exit(application.exec_())
