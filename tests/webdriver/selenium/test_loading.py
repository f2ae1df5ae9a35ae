"""Searching documents that are still being read."""

import threading

from selenium.common.exceptions import NoSuchElementException
from selenium.webdriver.common.by import By

from support import DriverTest
from website import Site


class Loading(DriverTest):
    capabilities = {"pageLoadStrategy": "none"}

    def setUp(self):
        self.site = Site()
        self.addCleanup(self.site.stop)

    def wait_up_to(self, seconds):
        self.driver.implicitly_wait(seconds)
        self.addCleanup(self.driver.implicitly_wait, 0)

    def open_half(self):
        """Opens a page of which only the first half comes, until the site is told to send the second."""
        self.driver.get(f"{self.site.url}/halves")
        self.wait_up_to(30)
        self.assertEqual(self.find("#first").text, "first")
        self.driver.implicitly_wait(0)

    def test_what_comes_with_the_rest_of_a_document_is_found(self):
        self.open_half()
        self.wait_up_to(30)
        threading.Timer(0.2, self.site.server.second_half.set).start()
        self.assertEqual(self.find("#second").text, "second")

    def test_what_is_in_no_part_is_not_found_when_a_document_never_ends(self):
        self.open_half()
        with self.assertRaises(NoSuchElementException):
            self.find("#second")
        self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, "#second"), [])

    def test_a_search_goes_on_in_the_document_that_takes_the_place_of_an_unfinished_one(self):
        self.open_half()
        self.wait_up_to(30)
        address = f"{self.site.url}/forms.html"
        self.driver.execute_script("setTimeout(() => location.href = arguments[0], 200)", address)
        self.assertEqual(self.find("#search").get_attribute("name"), "search")

    def test_what_is_about_to_be_read_is_found_without_a_wait(self):
        # A search gives a document 50 ms, and begins after this: the document's own 30 are over first.
        self.driver.execute_script("""
            document.open();
            document.write("<p>");
            setTimeout(() => document.write("<b id=late>late</b>"), 30);
        """)
        self.assertEqual(self.find("#late").text, "late")
