"""Finding elements, asking about them, and using forms."""

from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, InvalidElementStateException,
    InvalidSelectorException, NoSuchElementException, StaleElementReferenceException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from support import DriverTest


class Finding(DriverTest):
    def test_every_strategy_finds(self):
        self.open("text.html")
        for strategy, value in [
            (By.ID, "link"), (By.CSS_SELECTOR, "a#link"), (By.TAG_NAME, "a"), (By.XPATH, "//a[@id='link']"),
            (By.LINK_TEXT, "A link to the index"), (By.PARTIAL_LINK_TEXT, "to the"),
        ]:
            with self.subTest(strategy):
                self.assertEqual(self.driver.find_element(strategy, value).get_attribute("id"), "link")

    def test_elements_are_found_in_elements_and_in_order(self):
        self.open("waiting.html")
        items = self.find("#list").find_elements(By.CLASS_NAME, "item")
        self.assertEqual([item.text for item in items], ["one", "two"])

    def test_what_is_not_there_is_no_such_element(self):
        self.open("text.html")
        with self.assertRaises(NoSuchElementException):
            self.find("#nowhere")
        self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, "#nowhere"), [])

    def test_a_bad_selector_is_told(self):
        self.open("text.html")
        for strategy, value in [(By.CSS_SELECTOR, "a["), (By.XPATH, "//a[")]:
            with self.subTest(strategy), self.assertRaises(InvalidSelectorException):
                self.driver.find_element(strategy, value)

    def test_an_implicit_wait_finds_what_comes_later(self):
        self.open("waiting.html")
        self.find("#appear").click()
        self.driver.implicitly_wait(10)
        self.addCleanup(self.driver.implicitly_wait, 0)
        self.assertEqual(self.find("#latecomer").text, "late")

    def test_an_element_stays_itself_when_others_come_before_it(self):
        self.open("waiting.html")
        first = self.find(".item")
        self.find("#insert").click()
        self.assertEqual(first.text, "one")
        self.assertEqual(self.find(".item").text, "zero")

    def test_a_removed_or_replaced_element_is_stale(self):
        for button in ("#vanish", "#replace"):
            with self.subTest(button):
                self.open("waiting.html")
                victim = self.find("#victim")
                self.find(button).click()
                with self.assertRaises(StaleElementReferenceException):
                    _ = victim.text

    def test_an_element_of_an_earlier_document_is_stale(self):
        self.open("index.html")
        press = self.find("#press")
        self.driver.refresh()
        with self.assertRaises(StaleElementReferenceException):
            press.click()

    def test_the_active_element_is_the_focused_one(self):
        self.open("forms.html")
        self.find("#email").click()
        self.assertEqual(self.driver.switch_to.active_element, self.find("#email"))


class Asking(DriverTest):
    def setUp(self):
        self.open("text.html")

    def test_text_is_what_a_reader_sees(self):
        for css, text in [
            ("#heading", "Some spaced words"), ("#upper", "SHOUT"), ("#breaks", "first\nsecond"),
            ("#entities", "a b <c> ü 😀"), ("#pre", "  kept\n    as is"), ("#table", "one two\nthree four"),
            ("#none", ""), ("#invisible", ""),
        ]:
            with self.subTest(css):
                self.assertEqual(self.find(css).text, text)

    def test_text_without_elements_in_it_follows_what_becomes_of_it(self):
        self.driver.execute_script("""
            const word = document.createElement("p");
            word.id = "word";
            word.textContent = "Edit me";
            document.body.prepend(word);
        """)
        word = self.find("#word")
        for change, text in [
            ("", "Edit me"),
            ("word.style.visibility = 'hidden'", ""),
            ("word.style.visibility = ''; word.textContent = 'New  words'", "New words"),
            ("word.textContent = 'new'; word.style.textTransform = 'uppercase'", "NEW"),
            ("word.style.cssText = 'height: 3em; content-visibility: hidden'", ""),
            ("word.style.cssText = 'pointer-events: none'", "new"),
            ("word.style.cssText = 'position: absolute; left: -500px'; document.body.style.cssText = 'overflow: hidden; position: relative'", ""),
            ("word.style.cssText = document.body.style.cssText = ''", "new"),
            ("word.attachShadow({ mode: 'closed' }).textContent = 'in its place'", "in its place"),
        ]:
            with self.subTest(change):
                self.driver.execute_script(f"const word = arguments[0]; {change}", word)
                self.assertEqual(word.text, text)

    def test_displayed_is_what_a_reader_sees(self):
        for name, displayed in [
            ("shown", True), ("none", False), ("invisible", False), ("clear", False), ("empty", False),
            ("child-of-none", False), ("folded", False), ("summary", True),
        ]:
            with self.subTest(name):
                self.assertEqual(self.find(f"#{name}").is_displayed(), displayed)

    def test_attributes_and_properties_differ(self):
        self.open("forms.html")
        text = self.find("#text")
        text.send_keys(" and more")
        self.assertEqual(text.get_dom_attribute("value"), "start")
        self.assertEqual(text.get_property("value"), "start and more")
        self.assertEqual(text.get_attribute("value"), "start and more")
        self.assertIsNone(text.get_dom_attribute("placeholder"))
        self.assertEqual(self.find("#disabled").get_dom_attribute("disabled"), "true")

    def test_an_element_tells_its_name_place_and_style(self):
        self.open("picture.html")
        red = self.find("#red")
        self.assertEqual(red.tag_name, "div")
        self.assertEqual((red.rect["width"], red.rect["height"]), (120, 80))
        self.assertEqual(red.value_of_css_property("background-color"), "rgb(255, 0, 0)")

    def test_an_element_tells_its_role_and_label(self):
        button = self.find("#labelled")
        self.assertEqual(button.aria_role, "button")
        self.assertEqual(button.accessible_name, "Labelled by hand")

    def test_enabled_and_selected_are_told(self):
        self.open("forms.html")
        self.assertFalse(self.find("#disabled").is_enabled())
        self.assertFalse(self.find("#inside-locked").is_enabled())
        self.assertTrue(self.find("#text").is_enabled())
        self.assertTrue(self.find("#checked").is_selected())
        self.assertFalse(self.find("#check").is_selected())


class Using(DriverTest):
    def setUp(self):
        self.open("forms.html")

    def value(self, name):
        return self.find(f"#{name}").get_property("value")

    def test_every_kind_of_text_field_takes_keys(self):
        for name, keys in [
            ("password", "geheim ü"), ("search", "find"), ("email", "a@b.example"), ("url", "http://a.example/?b=c#d"),
            ("tel", "+1 (2) 3"), ("number", "7"), ("area", "one\ntwo"),
        ]:
            with self.subTest(name):
                self.find(f"#{name}").send_keys(keys)
                self.assertEqual(self.value(name), keys)
        self.find("#short").send_keys("123456789")
        self.assertEqual(self.value("short"), "12345")

    def test_keys_go_to_the_end_and_clear_empties(self):
        self.find("#text").send_keys("+more 😀")
        self.assertEqual(self.value("text"), "start+more 😀")
        self.find("#text").clear()
        self.assertEqual(self.value("text"), "")

    def test_editing_keys_edit(self):
        self.find("#text").send_keys(Keys.HOME, "re", Keys.END, Keys.BACKSPACE, Keys.ARROW_LEFT, Keys.DELETE, "x")
        self.assertEqual(self.value("text"), "restax")
        self.find("#text").send_keys(Keys.CONTROL, "a", Keys.NULL, "all")
        self.assertEqual(self.value("text"), "all")

    def test_fields_for_values_take_values(self):
        for name, value in [
            ("date", "2024-02-29"), ("time", "13:45"), ("datetime", "2024-02-29T13:45"), ("month", "2024-02"),
            ("week", "2024-W09"), ("color", "#12ab34"),
        ]:
            with self.subTest(name):
                self.find(f"#{name}").send_keys(value)
                self.assertEqual(self.value(name), value)
        self.find("#range").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(self.value("range"), "52")

    def test_an_editable_paragraph_takes_keys(self):
        paragraph = self.find("#editable")
        paragraph.send_keys(" now")
        self.assertEqual(paragraph.text, "Edit me now")
        paragraph.clear()
        self.assertEqual(paragraph.text, "")

    def test_boxes_and_buttons_change_with_trusted_events(self):
        self.find("#check").click()
        self.find("#green").click()
        self.assertTrue(self.find("#check").is_selected())
        self.assertFalse(self.find("#red").is_selected())
        changes = self.log("change")
        self.assertEqual([change["target"] for change in changes], ["check", "green"])
        self.assertTrue(all(change["trusted"] for change in changes), changes)

    def test_a_list_is_chosen_from(self):
        fruit = Select(self.find("#fruit"))
        fruit.select_by_visible_text("Banana")
        self.assertEqual(fruit.first_selected_option.text, "Banana")
        self.assertEqual(self.log("change", "fruit")[-1]["value"], "banana")
        planets = Select(self.find("#planets"))
        planets.select_by_value("venus")
        planets.select_by_value("mars")
        planets.deselect_by_value("venus")
        self.assertEqual([option.text for option in planets.all_selected_options], ["Mars"])

    def test_a_form_is_submitted_with_what_was_typed(self):
        self.find("#search").send_keys("needle", Keys.ENTER)
        self.until("the next page", lambda: self.driver.title == "Navigation")
        self.assertIn("search=needle", self.driver.current_url)

    def test_what_cannot_be_used_says_so(self):
        with self.assertRaises(ElementNotInteractableException):
            self.find("#hidden").send_keys("x")
        with self.assertRaises(InvalidElementStateException):
            self.find("#readonly").clear()
        with self.assertRaises(InvalidElementStateException):
            self.find("#disabled").clear()

    def test_a_covered_button_is_not_clicked_through_its_cover(self):
        self.open("waiting.html")
        with self.assertRaises(ElementClickInterceptedException):
            self.find("#covered").click()
        self.assertEqual(self.log("click"), [])

    def test_a_button_far_below_is_scrolled_to(self):
        self.open("scroll.html")
        for name in ("bottom", "inside"):
            self.find(f"#{name}").click()
            [click] = self.log("click", name)
            self.assertTrue(click["trusted"])

    def button(self, style):
        """A button of this style, which remembers where it was pressed and how far its page was scrolled then."""
        self.driver.execute_script("""
            const button = document.createElement("button");
            button.id = "added";
            button.style = arguments[0];
            button.onclick = (event) => (window.pressed = [event.clientX, event.clientY, scrollX, scrollY]);
            window.pressed = null;
            document.getElementById("added")?.remove();
            document.body.append(button);
        """, f"padding: 0; width: 50px; left: 100px; {style}")
        return self.find("#added")

    def test_a_button_half_beneath_a_scrollbar_is_pressed_where_it_is(self):
        self.open("scroll.html")
        height = self.driver.execute_script("return innerHeight")
        self.button(f"position: absolute; height: 40px; top: {height - 35}px").click()
        _, y, across, down = self.driver.execute_script("return pressed")
        self.assertTrue(height - 35 <= y < height - 21)
        self.assertEqual((across, down), (0, 0))

    def test_a_button_beneath_a_scrollbar_is_scrolled_from_it(self):
        self.open("scroll.html")
        height = self.driver.execute_script("return innerHeight")
        self.button(f"position: absolute; height: 15px; top: {height - 16}px").click()
        self.assertIsNotNone(self.driver.execute_script("return pressed"))

    def test_a_button_that_stays_beneath_a_scrollbar_is_not_clicked(self):
        self.open("scroll.html")
        button = self.button("position: fixed; height: 15px; bottom: 0")
        with self.assertRaises(ElementClickInterceptedException):
            button.click()

    def test_a_button_at_the_edge_of_what_scrolls_both_ways_is_clicked(self):
        self.open("scroll.html")
        self.driver.execute_script("""
            const scroller = document.createElement("div");
            scroller.style = "position: absolute; top: 100px; width: 300px; height: 200px; overflow: auto; background: white";
            const room = () => {
              const room = document.createElement("div");
              room.style = "width: 900px; height: 500px";
              return room;
            };
            scroller.append(room(), document.getElementById("bottom"), room());
            document.body.append(scroller);
        """)
        self.find("#bottom").click()
        [click] = self.log("click", "bottom")
        self.assertTrue(click["trusted"])


class Scripts(DriverTest):
    def setUp(self):
        self.open("index.html")

    def test_values_go_in_and_out_as_they_are(self):
        value = {"number": 1.5, "text": "ü", "none": None, "list": [True, [1]], "element": self.find("#press")}
        self.assertEqual(self.driver.execute_script("return arguments[0]", value), value)

    def test_a_script_runs_in_the_page_under_its_policy(self):
        self.assertEqual(self.driver.execute_script("return typeof window.record"), "function")

    def test_a_promise_is_waited_for(self):
        self.assertEqual(self.driver.execute_script("return new Promise(done => setTimeout(() => done(3), 50))"), 3)
        self.assertEqual(self.driver.execute_async_script("setTimeout(arguments[0], 50, 'called')"), "called")

    def test_commands_of_the_application_answer(self):
        self.find("#count").click()
        before = int(self.until("a count", lambda: self.find("#counted").text))
        ask = "return window.__TAURI__.core.invoke('count')"
        self.assertEqual(self.driver.execute_script(ask), before + 1)
