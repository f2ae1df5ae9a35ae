"""Files for file inputs: real ones, read by the page."""

import tempfile
from pathlib import Path

from selenium.common.exceptions import InvalidArgumentException

from support import DriverTest


class Files(DriverTest):
    def setUp(self):
        self.open("files.html")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def read(self, target):
        [entry] = self.until("the files to be read", lambda: self.log("files", target))
        return [(file["name"], file["text"]) for file in entry["files"]]

    def test_a_file_is_chosen_and_read(self):
        self.find("#single").send_keys(self.write("note ü.txt", "contents"))
        self.assertEqual(self.read("single"), [("note ü.txt", "contents")])

    def test_several_files_are_chosen_at_once(self):
        paths = [self.write("a.txt", "one"), self.write("b.txt", "two")]
        self.find("#multiple").send_keys("\n".join(paths))
        self.assertEqual(self.read("multiple"), [("a.txt", "one"), ("b.txt", "two")])

    def test_an_input_that_is_not_displayed_takes_files(self):
        self.find("#unseen").send_keys(self.write("hidden.txt", "unseen"))
        self.assertEqual(self.read("unseen"), [("hidden.txt", "unseen")])

    def test_a_file_that_is_not_there_and_two_for_one_are_refused(self):
        with self.assertRaises(InvalidArgumentException):
            self.find("#single").send_keys(str(self.folder / "missing.txt"))
        two = "\n".join([self.write("a.txt", "one"), self.write("b.txt", "two")])
        with self.assertRaises(InvalidArgumentException):
            self.find("#single").send_keys(two)
        self.assertEqual(self.log("files"), [])

    def test_cleared_is_empty(self):
        single = self.find("#single")
        single.send_keys(self.write("note.txt", "contents"))
        self.read("single")
        single.clear()
        self.assertEqual(self.driver.execute_script("return arguments[0].files.length", single), 0)
