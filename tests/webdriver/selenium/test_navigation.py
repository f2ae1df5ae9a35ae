"""Going from page to page."""

from selenium.common.exceptions import InvalidArgumentException, TimeoutException
from selenium.webdriver.common.by import By

from website import Site
from support import DriverTest


class Navigation(DriverTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.site = Site()
        cls.addClassCleanup(cls.site.stop)

    def test_a_session_starts_on_the_page_of_the_application(self):
        with_its_own = self.server.session()
        self.addCleanup(with_its_own.quit)
        self.assertEqual(with_its_own.current_url, "tauri://localhost")
        self.assertEqual(with_its_own.title, "Deskhand fixture")

    def test_a_page_is_loaded_when_the_command_returns(self):
        self.open("forms.html")
        self.assertEqual(self.driver.title, "Forms")
        self.assertEqual(self.driver.current_url, "tauri://localhost/forms.html")
        self.assertEqual(self.driver.execute_script("return document.readyState"), "complete")

    def test_a_link_is_followed_and_its_page_waited_for(self):
        self.open("index.html")
        self.driver.find_element(By.LINK_TEXT, "Events").click()
        self.assertEqual(self.driver.title, "Events")

    def test_history_goes_back_and_forward(self):
        self.open("index.html")
        self.open("forms.html")
        self.driver.back()
        self.assertEqual(self.driver.title, "Deskhand fixture")
        self.driver.forward()
        self.assertEqual(self.driver.title, "Forms")

    def test_a_refresh_loads_the_page_anew(self):
        self.open("index.html")
        self.find("#press").click()
        self.assertEqual(self.find("#pressed").text, "1")
        self.driver.refresh()
        self.assertEqual(self.find("#pressed").text, "0")

    def test_an_anchor_changes_the_address_alone(self):
        self.open("navigation.html")
        self.driver.execute_script("window.same = true")
        self.find("#down").click()
        self.assertEqual(self.driver.current_url, "tauri://localhost/navigation.html#below")
        self.assertTrue(self.driver.execute_script("return window.same"))

    def test_the_source_is_the_document_as_it_is_now(self):
        self.open("navigation.html")
        self.find("#retitle").click()
        self.assertEqual(self.driver.title, "Another title")
        self.assertIn("<title>Another title</title>", self.driver.page_source)

    def test_pages_by_http_are_as_good_as_those_of_the_application(self):
        self.driver.get(f"{self.site.url}/forms.html")
        self.assertEqual(self.driver.title, "Forms")
        self.find("#search").send_keys("by http")
        self.assertEqual(self.find("#search").get_property("value"), "by http")

    def test_a_redirection_is_followed(self):
        self.driver.get(f"{self.site.url}/moved?to=/text.html")
        self.assertEqual(self.driver.current_url, f"{self.site.url}/text.html")

    def test_a_slow_page_is_waited_for(self):
        self.driver.get(f"{self.site.url}/slow?seconds=0.5")
        self.assertEqual(self.find("#after").text, "after 0.5")

    def test_a_page_that_takes_too_long_is_a_timeout_and_the_session_lives_on(self):
        self.driver.set_page_load_timeout(0.3)
        self.addCleanup(self.driver.set_page_load_timeout, 300)
        with self.assertRaises(TimeoutException):
            self.driver.get(f"{self.site.url}/slow?seconds=5")
        self.driver.set_page_load_timeout(30)
        self.open("index.html")
        self.assertEqual(self.driver.title, "Deskhand fixture")

    def test_what_is_no_address_is_an_invalid_argument(self):
        with self.assertRaises(InvalidArgumentException):
            self.driver.get("no address")
