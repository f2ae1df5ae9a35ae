"""Cookies of sites, the secret ones too, and those of the application's own pages."""

import time

from selenium.common.exceptions import InvalidCookieDomainException, NoSuchCookieException

from website import Site
from support import DriverTest


class Cookies(DriverTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.site = Site()
        cls.addClassCleanup(cls.site.stop)

    def setUp(self):
        self.driver.get(f"{self.site.url}/cookies.html")
        self.driver.delete_all_cookies()

    def told(self):
        """What the site is told, which is what cookies are for."""
        self.driver.get(f"{self.site.url}/told")
        return sorted(self.find("#cookies").text.split("; "))

    def test_cookies_of_the_site_are_read_with_all_they_are(self):
        self.driver.get(f"{self.site.url}/set")
        plain, secret = self.driver.get_cookie("plain"), self.driver.get_cookie("secret")
        self.assertEqual((plain["value"], plain["httpOnly"], plain["path"]), ("1", False, "/"))
        self.assertEqual((secret["value"], secret["httpOnly"], secret["sameSite"]), ("2", True, "Strict"))
        self.assertEqual(self.driver.execute_script("return document.cookie"), "plain=1")

    def test_a_cookie_that_is_added_reaches_the_site(self):
        expiry = int(time.time()) + 3600
        self.driver.add_cookie({"name": "added", "value": "yes", "httpOnly": True, "sameSite": "Lax", "expiry": expiry})
        cookie = self.driver.get_cookie("added")
        self.assertEqual((cookie["httpOnly"], cookie["sameSite"], cookie["expiry"]), (True, "Lax", expiry))
        self.assertEqual(self.told(), ["added=yes"])

    def test_deleted_cookies_are_gone(self):
        for name in ("a", "b", "c"):
            self.driver.add_cookie({"name": name, "value": "1"})
        self.driver.delete_cookie("b")
        self.assertEqual(self.told(), ["a=1", "c=1"])
        self.driver.delete_all_cookies()
        self.assertEqual(self.driver.get_cookies(), [])
        self.assertEqual(self.told(), [""])

    def test_a_cookie_of_another_domain_is_refused_and_a_missing_one_told(self):
        with self.assertRaises(InvalidCookieDomainException):
            self.driver.add_cookie({"name": "a", "value": "1", "domain": "elsewhere.example"})
        with self.assertRaises(NoSuchCookieException):
            self.driver.execute("getCookie", {"name": "nothing"})

    def test_the_pages_of_the_application_have_cookies_too(self):
        self.open("cookies.html")
        self.driver.add_cookie({"name": "own", "value": "kept", "httpOnly": True})
        cookie = self.driver.get_cookie("own")
        self.assertEqual((cookie["value"], cookie["httpOnly"]), ("kept", True))
        self.driver.delete_all_cookies()
        self.assertEqual(self.driver.get_cookies(), [])
