"""An application that is built with tauri-plugin-webdriver-automation 0.1.3, driven within that plugin's limits."""

import tempfile
from pathlib import Path

from selenium.common.exceptions import (
    NoAlertPresentException, NoSuchElementException, StaleElementReferenceException, WebDriverException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from support import BINARIES, DriverTest

PLUGIN = "tauri-plugin-webdriver-automation 0.1.3"


class OtherPlugin(DriverTest):
    capabilities = {"binary": BINARIES / "deskhand-fixture-tauri-seed"}

    def test_pages_come_and_go(self):
        self.open("navigation.html")
        for _ in range(3):
            self.find("#index").click()
            self.assertEqual(self.driver.title, "Deskhand fixture")
            self.driver.back()
            self.assertEqual(self.driver.title, "Navigation")
        self.driver.refresh()
        self.assertEqual(self.driver.current_url, "tauri://localhost/navigation.html")
        self.assertIn('id="below"', self.driver.page_source)

    def test_elements_stay_what_they_are(self):
        self.open("index.html")
        press = self.find("#press")
        self.driver.execute_script("arguments[0].before(document.createElement('button'))", press)
        press.click()
        self.assertEqual(self.find("#pressed").text, "1")
        self.assertTrue(press.is_displayed())
        self.assertEqual(press, self.driver.find_element(By.XPATH, "//button[@id='press']"))
        self.driver.execute_script("arguments[0].remove()", press)
        with self.assertRaises(StaleElementReferenceException):
            press.click()
        with self.assertRaises(NoSuchElementException):
            self.find("#press")

    def test_forms_are_filled(self):
        self.open("forms.html")
        text = self.find("#text")
        text.clear()
        text.send_keys("Grüße")
        self.assertEqual(text.get_property("value"), "Grüße")
        Select(self.find("#fruit")).select_by_visible_text("Cherry")
        self.assertEqual(self.find("#fruit").get_property("value"), "cherry")
        self.find("#check").click()
        self.assertTrue(self.find("#check").is_selected())
        ActionChains(self.driver).click(self.find("#green")).perform()
        self.assertTrue(self.find("#green").is_selected())

    def test_scripts_answer_at_once_and_later(self):
        self.open("index.html")
        self.assertEqual(self.driver.execute_script("return arguments[0] + 1", 1), 2)
        later = "setTimeout(arguments[arguments.length - 1], 20, 'later')"
        self.assertEqual(self.driver.execute_async_script(later), "later")

    def test_frames_of_the_same_origin_are_entered_and_others_named(self):
        self.open("frames.html")
        self.driver.switch_to.frame("outer")
        self.driver.switch_to.frame(0)
        self.find("#press").click()
        self.assertEqual(self.find("#press").text, "pressed, trusted false")
        self.driver.switch_to.default_content()
        with self.assertRaisesRegex(WebDriverException, f"{PLUGIN}.*origins"):
            self.driver.switch_to.frame(self.find("#data"))

    def test_shadow_trees_are_entered(self):
        self.open("shadow.html")
        root = self.find("#host").shadow_root
        self.assertNotEqual(root.find_elements(By.CSS_SELECTOR, "*"), [])

    def test_dialogs_are_told_though_they_have_been_answered(self):
        self.open("dialogs.html")
        self.find("#alert").click()
        self.assertEqual(self.driver.switch_to.alert.text, "Take note")
        self.driver.switch_to.alert.accept()
        with self.assertRaises(NoAlertPresentException):
            self.driver.switch_to.alert.text
        self.find("#confirm").click()
        with self.assertRaisesRegex(WebDriverException, f"{PLUGIN}.*itself"):
            self.driver.switch_to.alert.accept()

    def test_files_are_uploaded(self):
        self.open("files.html")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "note.txt")
            path.write_text("hello")
            self.find("#single").send_keys(str(path))
        self.until("the file was read", lambda: self.find("#read").text == "note.txt: hello")

    def test_windows_are_opened_sized_and_closed(self):
        self.driver.set_window_rect(60, 50, 640, 480)
        self.assertEqual(self.driver.get_window_rect(), {"x": 60, "y": 50, "width": 640, "height": 480})
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("window")
        self.assertEqual(len(self.driver.window_handles), 2)
        self.driver.close()
        self.driver.switch_to.window(first)
        self.assertEqual(self.driver.window_handles, [first])

    def test_pictures_are_as_the_plugin_draws_them_and_printing_is_refused(self):
        self.open("forms.html")
        self.assertTrue(self.driver.get_screenshot_as_png().startswith(b"\x89PNG"))
        with self.assertRaisesRegex(WebDriverException, f"{PLUGIN}.*draws pages anew"):
            self.find("#text").screenshot_as_png
        with self.assertRaisesRegex(WebDriverException, f"{PLUGIN}.*does not print"):
            self.driver.print_page()
