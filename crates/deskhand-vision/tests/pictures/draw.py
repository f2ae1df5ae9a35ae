"""Draws the dialogs of the tests: the same one as it was, and as it is after a redesign.

QT_QPA_PLATFORM=offscreen /usr/bin/python3 draw.py
"""

import pathlib

from PyQt6.QtGui import QColor, QFont, QPalette
from PyQt6.QtWidgets import (
    QApplication, QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QProgressBar, QPushButton, QSlider,
    QStyleFactory, QVBoxLayout, QWidget,
)

HERE = pathlib.Path(__file__).parent


def palette(dark):
    colors = QPalette()
    if dark:
        for role, color in [
            (QPalette.ColorRole.Window, 0x2B2B2B), (QPalette.ColorRole.WindowText, 0xE8E8E8),
            (QPalette.ColorRole.Base, 0x1E1E1E), (QPalette.ColorRole.Text, 0xE8E8E8),
            (QPalette.ColorRole.Button, 0x3A3A3A), (QPalette.ColorRole.ButtonText, 0xF0F0F0),
            (QPalette.ColorRole.Highlight, 0x2F65CA), (QPalette.ColorRole.Light, 0x505050),
        ]:
            colors.setColor(role, QColor(color))
    return colors


def dialog(points, moved):
    window = QWidget()
    window.setFont(QFont("DejaVu Sans", points))
    form = QFormLayout()
    language = QComboBox()
    language.addItems(["English", "German"])
    form.addRow("Language", language)
    form.addRow("Host name", QLineEdit("printer.example.org"))
    sound = QCheckBox("Play a sound when finished")
    sound.setChecked(True)
    form.addRow(sound)
    form.addRow(QCheckBox("Keep a copy of every page"))
    progress = QProgressBar()
    progress.setValue(40)
    form.addRow("Progress", progress)
    buttons = QHBoxLayout()
    names = ["Restore defaults", "Cancel", "Save changes"]
    for name in reversed(names) if moved else names:
        buttons.addWidget(QPushButton(name))
    whole = QVBoxLayout(window)
    if moved:
        whole.addLayout(buttons)
        whole.addWidget(QSlider())
    whole.addLayout(form)
    if not moved:
        whole.addLayout(buttons)
    window.resize(620, 420) if moved else window.resize(520, 300)
    return window


def main():
    app = QApplication([])
    app.setStyle(QStyleFactory.create("Fusion"))
    for name, dark, points, moved in [
        ("before", False, 10, False), ("moved", False, 10, True), ("dark", True, 10, True), ("larger", False, 15, True),
    ]:
        app.setPalette(palette(dark))
        window = dialog(points, moved)
        window.show()
        app.processEvents()
        window.grab().save(str(HERE / f"{name}.png"))
        print(name, window.width(), window.height())
        for button in window.findChildren(QPushButton):
            place = button.geometry()
            print("  ", button.text(), place.x(), place.y(), place.width(), place.height())
        for box in window.findChildren(QCheckBox):
            place = box.geometry()
            print("  ", box.text(), place.x(), place.y(), place.width(), place.height())


main()
