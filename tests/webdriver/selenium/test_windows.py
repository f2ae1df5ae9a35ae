"""Several windows, several views in one, and their places on the screen."""

import contextlib

from selenium.common.exceptions import InvalidSessionIdException, NoSuchWindowException, WebDriverException
from selenium.webdriver.common.keys import Keys

from support import DriverTest


class Windows(DriverTest):
    def setUp(self):
        self.main = "main"
        self.driver.switch_to.window(self.main)
        self.open("windows.html")
        self.addCleanup(self.close_others)

    def close_others(self):
        for handle in self.driver.window_handles:
            if handle != self.main:
                self.driver.switch_to.window(handle)
                self.driver.close()
        self.driver.switch_to.window(self.main)

    def others(self, count):
        def there():
            others = set(self.driver.window_handles) - {self.main}
            return others if len(others) == count else None
        return self.until(f"{count} more windows", there)

    def test_a_window_of_the_application_is_driven_beside_the_first(self):
        self.find("#open").click()
        [second] = self.others(1)
        self.driver.switch_to.window(second)
        self.until("its page", lambda: self.driver.find_elements("id", "popup"))
        self.driver.execute_script("document.title = 'The second'")
        self.driver.switch_to.window(self.main)
        self.assertEqual(self.driver.title, "Windows")
        self.driver.switch_to.window(second)
        self.assertEqual(self.driver.title, "The second")

    def test_a_click_in_a_window_with_a_menu_lands_where_it_should(self):
        self.find("#open").click()
        [second] = self.others(1)
        self.driver.switch_to.window(second)
        self.driver.get("tauri://localhost/events.html")
        self.find("#press").click()
        self.assertEqual([entry["trusted"] for entry in self.log("click", "press")], [True])

    def test_two_views_in_one_window_are_two_handles(self):
        self.find("#pair").click()
        views = self.others(2)
        titles = set()
        for view in views:
            self.driver.switch_to.window(view)
            self.until("its page", lambda: self.driver.find_elements("id", "log"))
            titles.add(self.driver.title)
        self.assertEqual(titles, {"Events", "Forms"})

    def test_both_views_of_one_window_are_used(self):
        self.find("#pair").click()
        self.others(2)
        self.driver.switch_to.window("left")
        self.until("its page", lambda: self.driver.find_elements("id", "log"))
        self.find("#press").click()
        self.assertEqual([entry["trusted"] for entry in self.log("click", "press")], [True])
        self.driver.switch_to.window("right")
        self.until("its page", lambda: self.driver.find_elements("id", "log"))
        self.find("#search").send_keys("on the right")
        self.assertEqual(self.find("#search").get_property("value"), "on the right")

    def test_a_window_that_a_page_opens_is_driven(self):
        self.find("#popup").click()
        [popup] = self.others(1)
        self.driver.switch_to.window(popup)
        self.until("its page", lambda: self.driver.title == "Navigation")
        self.driver.close()
        self.assertEqual(self.driver.window_handles, [self.main])

    def test_a_new_window_is_blank_and_not_yet_switched_to(self):
        made = self.driver.execute("newWindow", {"type": "window"})["value"]
        self.assertEqual(made["type"], "window")
        self.assertIn(made["handle"], self.driver.window_handles)
        self.assertEqual(self.driver.current_window_handle, self.main)
        self.driver.switch_to.window(made["handle"])
        self.assertEqual(self.driver.current_url, "about:blank")

    def test_a_closed_window_is_no_such_window(self):
        self.find("#open").click()
        [second] = self.others(1)
        self.driver.switch_to.window(second)
        self.assertEqual(self.driver.execute("close")["value"], [self.main])
        with self.assertRaises(NoSuchWindowException):
            _ = self.driver.title
        with self.assertRaises(NoSuchWindowException):
            self.driver.switch_to.window(second)

    def test_a_window_that_closes_itself_is_no_such_window(self):
        self.find("#open").click()
        [second] = self.others(1)
        self.driver.switch_to.window(second)
        self.until("its button", lambda: self.driver.find_elements("id", "close"))
        self.find("#close").click()
        self.until("the end of the window", lambda: self.driver.window_handles == [self.main])
        with self.assertRaises(NoSuchWindowException):
            _ = self.driver.title

    def test_a_key_may_close_the_window_that_it_is_struck_in(self):
        self.find("#open").click()
        [second] = self.others(1)
        self.driver.switch_to.window(second)
        self.until("its button", lambda: self.driver.find_elements("id", "close"))
        self.find("#close").send_keys(Keys.ENTER)
        self.until("the end of the window", lambda: self.driver.window_handles == [self.main])

    def test_a_window_is_placed_and_sized(self):
        self.driver.set_window_rect(40, 50, 800, 600)
        self.assertEqual(self.driver.get_window_rect(), {"x": 40, "y": 50, "width": 800, "height": 600})
        self.addCleanup(self.driver.set_window_rect, 40, 50, 1000, 700)

    def test_a_window_is_maximized_minimized_and_fullscreen(self):
        before = self.driver.get_window_rect()
        self.driver.maximize_window()
        self.assertGreater(self.driver.get_window_rect()["width"], before["width"])
        self.driver.minimize_window()
        self.assertTrue(self.driver.execute_script("return document.hidden"))
        self.driver.fullscreen_window()
        self.assertFalse(self.driver.execute_script("return document.hidden"))
        self.driver.set_window_rect(40, 50, 1000, 700)
        self.assertEqual(self.driver.get_window_rect()["width"], 1000)


class LastWindow(DriverTest):
    def test_the_session_ends_with_its_last_window(self):
        driver = self.server.session()
        self.assertEqual(driver.execute("close")["value"], [])
        with self.assertRaises(InvalidSessionIdException):
            _ = driver.title

    def test_an_application_that_quits_takes_its_session_along_and_no_other(self):
        quitting = self.server.session(page="windows.html")
        # The click may still be under way when the application ends, and then tells of that.
        with contextlib.suppress(WebDriverException):
            quitting.find_element("id", "quit").click()
        self.until("the end of the session", lambda: refusal(quitting) is InvalidSessionIdException)
        self.open("index.html")
        self.assertEqual(self.driver.title, "Deskhand fixture")


def refusal(driver):
    """With which error a session refuses to tell its title."""
    try:
        _ = driver.title
    except WebDriverException as error:
        return type(error)
