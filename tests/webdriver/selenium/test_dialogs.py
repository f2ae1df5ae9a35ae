"""Alert, confirm, prompt, and the question before leaving."""

from selenium.common.exceptions import (
    ElementNotInteractableException, NoAlertPresentException, UnexpectedAlertPresentException,
)
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

from support import DriverTest, session


class Dialogs(DriverTest):
    def setUp(self):
        self.open("dialogs.html")

    def answer(self):
        return self.find("#answer").text

    def test_an_alert_is_read_and_accepted(self):
        self.find("#alert").click()
        alert = self.driver.switch_to.alert
        self.assertEqual(alert.text, "Take note")
        alert.accept()
        self.assertEqual(self.answer(), "null")

    def test_a_question_is_answered_either_way(self):
        for act, answer in [("accept", "true"), ("dismiss", "false")]:
            with self.subTest(act):
                self.find("#confirm").click()
                getattr(self.driver.switch_to.alert, act)()
                self.assertEqual(self.answer(), answer)

    def test_a_prompt_takes_text(self):
        self.find("#prompt").click()
        prompt = self.driver.switch_to.alert
        self.assertEqual(prompt.text, "Your name?")
        prompt.send_keys("Ada ü")
        prompt.accept()
        self.assertEqual(self.answer(), '"Ada ü"')

    def test_a_prompt_that_is_left_alone_has_its_default_and_a_dismissed_one_nothing(self):
        self.find("#prompt").click()
        self.driver.switch_to.alert.accept()
        self.assertEqual(self.answer(), '"nobody"')
        self.find("#prompt").click()
        self.driver.switch_to.alert.dismiss()
        self.assertEqual(self.answer(), "null")

    def test_one_dialog_after_another(self):
        self.find("#two").click()
        for text in ("first", "second"):
            alert = WebDriverWait(self.driver, 10).until(expected_conditions.alert_is_present())
            self.assertEqual(alert.text, text)
            alert.accept()
        self.assertEqual(self.answer(), '"both"')

    def test_a_dialog_that_comes_later_is_waited_for(self):
        self.find("#soon").click()
        alert = WebDriverWait(self.driver, 10).until(expected_conditions.alert_is_present())
        self.assertEqual(alert.text, "Here I am")
        alert.accept()

    def test_no_dialog_says_so_and_an_alert_takes_no_text(self):
        with self.assertRaises(NoAlertPresentException):
            self.driver.switch_to.alert.accept()
        self.find("#alert").click()
        with self.assertRaises(ElementNotInteractableException):
            self.driver.switch_to.alert.send_keys("x")
        self.driver.switch_to.alert.accept()

    def test_an_unexpected_dialog_is_dismissed_and_told(self):
        self.find("#confirm").click()
        with self.assertRaises(UnexpectedAlertPresentException) as raised:
            _ = self.driver.title
        self.assertEqual(raised.exception.alert_text, "Are you sure?")
        self.assertEqual(self.driver.title, "Dialogs")
        self.assertEqual(self.answer(), "false")

    def test_a_session_may_accept_what_it_does_not_expect(self):
        with session(self.server, page="dialogs.html", unhandledPromptBehavior="accept") as driver:
            driver.find_element("id", "confirm").click()
            self.assertEqual(driver.find_element("id", "answer").text, "true")

    def test_the_question_before_leaving_does_not_stop_a_navigation(self):
        self.find("#guard").click()
        self.open("index.html")
        self.assertEqual(self.driver.title, "Deskhand fixture")
