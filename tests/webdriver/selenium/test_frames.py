"""Frames of every kind, and shadow roots."""

from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException,
    NoSuchElementException, NoSuchFrameException, NoSuchShadowRootException, NoSuchWindowException, WebDriverException,
)
from selenium.webdriver.common.by import By

from support import DriverTest


class Frames(DriverTest):
    def setUp(self):
        self.open("frames.html")

    def where(self):
        return self.find("#where").text

    def style(self, selector, style):
        self.driver.execute_script("document.querySelector(arguments[0]).style = arguments[1]", selector, style)

    def test_a_frame_is_entered_by_element_name_and_index(self):
        for choice in (self.find("#outer"), "outer", 0):
            with self.subTest(str(choice)):
                self.driver.switch_to.frame(choice)
                self.assertEqual(self.where(), "outer")
                self.driver.switch_to.default_content()
                self.assertEqual(self.where(), "top")

    def test_frames_are_entered_to_any_depth_and_left_one_by_one(self):
        self.driver.switch_to.frame("outer")
        self.driver.switch_to.frame("inner")
        self.assertEqual(self.where(), "inner")
        self.driver.switch_to.parent_frame()
        self.assertEqual(self.where(), "outer")
        self.driver.switch_to.parent_frame()
        self.assertEqual(self.where(), "top")

    def test_every_kind_of_frame_is_read(self):
        for name, where in [("srcdoc", "srcdoc"), ("data", "data"), ("elsewhere", "elsewhere, outer")]:
            with self.subTest(name):
                self.driver.switch_to.frame(self.find(f"#{name}"))
                self.assertEqual(self.where(), where)
                self.driver.switch_to.default_content()

    def test_a_frame_of_another_origin_is_used_like_any_other(self):
        self.driver.switch_to.frame(self.find("#elsewhere"))
        self.find("#press").click()
        self.assertEqual(self.find("#log").text, "pressed, trusted true")
        self.find("#text").send_keys("over there")
        self.assertEqual(self.find("#text").get_property("value"), "over there")
        self.assertEqual(self.driver.execute_script("return window.origin_name"), "elsewhere")
        self.driver.switch_to.frame(self.find("#inner"))
        self.find("#press").click()
        self.assertEqual(self.find("#press").text, "pressed, trusted true")

    def test_a_frame_of_another_origin_is_scrolled_to_wherever_it_is(self):
        self.style("#elsewhere", "margin: 3000px 0 0 2000px")
        for choice in ("elsewhere", "number"):
            with self.subTest(choice):
                self.driver.execute_script("scrollTo(0, 0)")
                self.driver.switch_to.frame(self.find("#elsewhere") if choice == "elsewhere" else 3)
                self.driver.switch_to.frame(0)
                self.find("#press").click()
                self.assertEqual(self.find("#press").text, "pressed, trusted true")
                self.driver.execute_script("document.getElementById('press').textContent = 'again'")
                self.driver.switch_to.default_content()

    def test_what_the_page_around_a_frame_does_not_show_is_not_clicked(self):
        for style, error in [
            ("position: fixed; left: -900px; top: 0", ElementNotInteractableException),
            ("position: fixed; left: 0; top: 0; z-index: -1", ElementClickInterceptedException),
        ]:
            with self.subTest(style):
                self.style("#elsewhere", style)
                self.style("#where", "padding: 300px")
                self.driver.switch_to.frame(self.find("#elsewhere"))
                with self.assertRaises(error):
                    self.find("#press").click()
                self.assertEqual(self.find("#log").text, "")
                self.driver.switch_to.default_content()

    def test_a_frame_entered_by_number_is_clicked_in_after_others_have_gone(self):
        self.driver.switch_to.frame(1)
        self.assertEqual(self.where(), "srcdoc")
        self.driver.execute_script("""
            for (const frame of parent.document.querySelectorAll("iframe")) if (frame !== frameElement) frame.remove();
        """)
        self.find("#press").click()
        self.assertEqual(self.find("#press").text, "pressed, trusted true")

    def test_clicks_and_keys_land_in_the_innermost_frame(self):
        self.driver.switch_to.frame("outer")
        self.driver.switch_to.frame("inner")
        self.find("#press").click()
        self.assertEqual(self.find("#press").text, "pressed, trusted true")
        self.find("#text").send_keys("deep")
        self.assertEqual(self.find("#text").get_property("value"), "deep")

    def test_a_script_runs_in_the_frame_that_was_entered(self):
        self.driver.switch_to.frame("outer")
        self.assertEqual(self.driver.execute_script("return document.title"), "Outer frame")
        self.assertEqual(self.driver.title, "Frames")

    def test_a_frame_that_navigates_stays_entered(self):
        self.driver.switch_to.frame("outer")
        self.find("#leave").click()
        self.until("the other page in the frame", lambda: self.where() == "inner")

    def test_a_frame_that_was_added_is_entered(self):
        self.find("#add").click()
        self.driver.switch_to.frame(self.find("#added"))
        self.until("its page", lambda: self.driver.find_elements(By.ID, "where"))
        self.assertEqual(self.where(), "inner")

    def test_a_removed_frame_is_no_window_any_more(self):
        self.driver.switch_to.frame("outer")
        self.driver.execute_script("parent.document.getElementById('outer').remove()")
        with self.assertRaises(NoSuchWindowException):
            self.find("#where")
        self.driver.switch_to.default_content()
        self.assertEqual(self.where(), "top")

    def test_what_is_no_frame_is_not_entered(self):
        for choice in (99, self.find("#where")):
            with self.subTest(str(choice)), self.assertRaises(NoSuchFrameException):
                self.driver.switch_to.frame(choice)


class Shadow(DriverTest):
    def setUp(self):
        self.open("shadow.html")

    def test_elements_are_found_in_shadow_roots_at_any_depth(self):
        outer = self.find("#host").shadow_root
        self.assertEqual(outer.find_element(By.CSS_SELECTOR, "#where").text, "outer shadow")
        inner = outer.find_element(By.CSS_SELECTOR, "#nested-host").shadow_root
        self.assertEqual(inner.find_element(By.CSS_SELECTOR, "#where").text, "inner shadow")
        self.assertEqual(len(outer.find_elements(By.CSS_SELECTOR, "#press")), 1)

    def test_elements_in_shadow_roots_are_used(self):
        outer = self.find("#host").shadow_root
        outer.find_element(By.CSS_SELECTOR, "#press").click()
        inner = outer.find_element(By.CSS_SELECTOR, "#nested-host").shadow_root
        inner.find_element(By.CSS_SELECTOR, "#press").click()
        self.assertEqual(
            [(click["target"], click["trusted"]) for click in self.log("click")],
            [("outer press", True), ("inner press", True)],
        )
        text = outer.find_element(By.CSS_SELECTOR, "#text")
        text.send_keys("shade")
        self.assertEqual(text.get_property("value"), "shade")

    def test_a_closed_shadow_root_is_read_and_its_elements_are_not_taken_for_their_host(self):
        where = self.find("#closed-host").shadow_root.find_element(By.CSS_SELECTOR, "#where")
        self.assertEqual(where.text, "closed shadow")
        self.assertEqual(where.get_dom_attribute("id"), "where")
        with self.assertRaisesRegex(WebDriverException, "closed shadow tree"):
            self.driver.execute_script("return arguments[0].id", where)

    def test_the_document_does_not_see_into_shadow_roots(self):
        with self.assertRaises(NoSuchElementException):
            self.find("#nested-host")

    def test_an_element_without_a_shadow_root_says_so(self):
        with self.assertRaises(NoSuchShadowRootException):
            _ = self.find("#plain").shadow_root
