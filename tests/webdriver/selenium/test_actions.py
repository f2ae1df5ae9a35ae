"""Pointer, keys and wheel by the actions command."""

from selenium.common.exceptions import MoveTargetOutOfBoundsException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.keys import Keys

from support import DriverTest


class Actions(DriverTest):
    def setUp(self):
        self.open("events.html")
        self.actions = ActionChains(self.driver)
        self.addCleanup(self.actions.reset_actions)

    def kinds(self, target):
        entries = self.log(target=target)
        self.assertTrue(entries and all(entry["trusted"] for entry in entries), entries)
        return [entry["kind"] for entry in entries]

    def test_a_click_is_a_press_and_a_release(self):
        self.actions.click(self.find("#press")).perform()
        self.assertEqual(self.kinds("press"), ["mousedown", "mouseup", "click"])

    def test_two_clicks_are_a_double_click(self):
        self.actions.double_click(self.find("#double")).perform()
        self.assertEqual(self.kinds("double"), ["click", "click", "dblclick"])

    def test_the_other_button_asks_for_the_context_menu(self):
        self.actions.context_click(self.find("#context")).perform()
        self.assertIn("contextmenu", self.kinds("context"))

    def test_modifiers_are_held_while_clicking(self):
        self.actions.key_down(Keys.SHIFT).click(self.find("#press")).key_up(Keys.SHIFT).perform()
        self.assertTrue(self.log("click", "press")[0]["shift"])

    def test_the_pointer_moves_to_the_place_it_is_told(self):
        self.actions.move_to_element_with_offset(self.find("#pointer"), 20, 10).perform()
        moved = self.log("pointermove", "pointer")[-1]
        centre = self.driver.execute_script(
            "const r = arguments[0].getBoundingClientRect(); return [r.width / 2, r.height / 2]", self.find("#pointer"))
        self.assertAlmostEqual(moved["x"], centre[0] + 20, delta=2)
        self.assertAlmostEqual(moved["y"], centre[1] + 10, delta=2)

    def test_a_handle_follows_the_held_pointer(self):
        self.actions.drag_and_drop_by_offset(self.find("#handle"), 100, 0).perform()
        [slid] = self.log("slid")
        self.assertEqual((slid["left"], slid["trusted"]), ("100px", True))

    def test_what_is_draggable_is_dropped_with_its_load(self):
        self.actions.drag_and_drop(self.find("#cargo"), self.find("#harbour")).perform()
        [dropped] = self.until("the drop", lambda: self.log("drop"))
        self.assertEqual((dropped["load"], dropped["trusted"]), ("cargo", True))
        self.assertEqual(self.find("#harbour").text, "landed cargo")

    def test_keys_go_down_and_up_where_the_focus_is(self):
        self.find("#keys").click()
        self.actions.send_keys("aB").perform()
        self.assertEqual(self.find("#keys").get_property("value"), "aB")
        downs = [entry for entry in self.log("keydown", "keys") if entry["key"] != "Shift"]
        self.assertEqual([(down["key"], down["code"]) for down in downs], [("a", "KeyA"), ("B", "KeyB")])
        self.assertTrue(all(down["trusted"] for down in downs))

    def test_named_keys_have_their_names(self):
        self.find("#keys").click()
        for key, name in [
            (Keys.ESCAPE, "Escape"), (Keys.F5, "F5"), (Keys.ARROW_UP, "ArrowUp"), (Keys.PAGE_DOWN, "PageDown"),
            (Keys.ENTER, "Enter"), (Keys.SPACE, " "),
        ]:
            with self.subTest(name):
                self.actions.send_keys(key).perform()
                self.assertEqual(self.log("keyup", "keys")[-1]["key"], name)

    def test_the_wheel_turns_over_an_element_and_scrolls_a_page(self):
        self.actions.scroll_from_origin(ScrollOrigin.from_element(self.find("#wheel")), 0, 60).perform()
        turned = self.log("wheel", "wheel")
        self.assertTrue(turned and all(entry["trusted"] for entry in turned), turned)
        self.assertGreater(sum(entry["dy"] for entry in turned), 0)
        self.open("scroll.html")
        self.actions.scroll_by_amount(0, 300).perform()
        self.until("a scrolled page", lambda: self.driver.execute_script("return scrollY") > 0)

    def test_a_finger_presses_where_it_is_put(self):
        finger = ActionBuilder(self.driver, mouse=PointerInput(POINTER_TOUCH, "finger"))
        finger.pointer_action.move_to(self.find("#pointer")).pointer_down().pointer_up()
        finger.perform()
        # WebKitGTK makes a mouse of it where the screen knows no touch, so the type of the pointer is not looked at.
        pressed = self.log("pointerdown", "pointer") + self.log("pointerup", "pointer")
        self.assertEqual([entry["trusted"] for entry in pressed], [True, True])

    def test_released_actions_let_go_of_what_is_held(self):
        self.find("#keys").click()
        self.actions.key_down(Keys.SHIFT).perform()
        self.actions.reset_actions()
        self.assertEqual(self.log("keyup", "keys")[-1]["key"], "Shift")
        self.find("#keys").send_keys("a")
        self.assertEqual(self.find("#keys").get_property("value"), "a")

    def test_a_place_outside_of_the_page_is_refused(self):
        with self.assertRaises(MoveTargetOutOfBoundsException):
            self.actions.move_by_offset(-50, -50).perform()
