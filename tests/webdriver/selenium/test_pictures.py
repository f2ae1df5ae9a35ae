"""Pictures of pages and elements, looked at pixel by pixel, and pages on paper."""

import base64
import re
import zlib

from selenium.common.exceptions import InvalidArgumentException
from selenium.webdriver.common.print_page_options import PrintOptions

from pictures import Picture
from support import DriverTest

COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}


class Pictures(DriverTest):
    def setUp(self):
        self.open("picture.html")

    def test_a_picture_shows_the_page_as_it_is_laid_out(self):
        picture = Picture(self.driver.get_screenshot_as_png())
        inside = self.driver.execute_script("return [innerWidth, innerHeight, devicePixelRatio]")
        self.assertEqual([picture.width, picture.height], [inside[0] * inside[2], inside[1] * inside[2]])
        for name, colour in COLOURS.items():
            with self.subTest(name):
                rect = self.find(f"#{name}").rect
                x, y = rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2
                self.assertEqual(picture.at(x, y), colour)
        self.assertEqual(picture.at(2, 2), (255, 255, 255))

    def test_a_picture_of_an_element_has_nothing_else_in_it(self):
        picture = Picture(self.find("#green").screenshot_as_png)
        self.assertEqual((picture.width, picture.height), (120, 80))
        corners = [picture.at(x, y) for x in (0, 119) for y in (0, 79)]
        self.assertEqual(corners, [COLOURS["green"]] * 4)

    def test_an_element_far_below_is_scrolled_to_for_its_picture(self):
        picture = Picture(self.find("#below").screenshot_as_png)
        self.assertEqual(picture.at(60, 40), COLOURS["blue"])

    def test_frames_and_shadow_trees_are_in_the_picture(self):
        self.driver.execute_script("""
            const host = document.createElement("div");
            const inside = document.createElement("div");
            inside.className = host.id = "host";
            inside.style.cssText = "width: 120px; height: 80px; background: rgb(1, 2, 3)";
            host.attachShadow({mode: "closed"}).append(inside);
            document.body.prepend(host);
        """)
        self.assertEqual(Picture(self.find("#host").screenshot_as_png).at(60, 40), (1, 2, 3))
        self.open("frames.html")
        whole = Picture(self.driver.get_screenshot_as_png())
        self.driver.switch_to.frame("outer")
        self.driver.execute_script("document.body.style.background = 'rgb(4, 5, 6)'")
        self.assertEqual(Picture(self.driver.get_screenshot_as_png()).width, whole.width)
        self.driver.switch_to.default_content()
        rect = self.find("#outer").rect
        picture = Picture(self.driver.get_screenshot_as_png())
        self.assertEqual(picture.at(rect["x"] + rect["width"] - 20, rect["y"] + rect["height"] - 20), (4, 5, 6))

    def test_an_element_in_a_scaled_frame_of_another_origin_is_scrolled_to_for_its_picture(self):
        self.open("frames.html")
        frame = self.find("#elsewhere")
        self.driver.execute_script("arguments[0].style = 'margin: 3000px 0 0 500px; scale: 0.5'", frame)
        self.driver.switch_to.frame(frame)
        self.driver.execute_script("""
            const patch = document.createElement("div");
            patch.id = "patch";
            patch.style.cssText = "margin-top: 900px; width: 80px; height: 40px; background: rgb(7, 8, 9)";
            document.body.append(patch);
        """)
        picture = Picture(self.find("#patch").screenshot_as_png)
        self.assertEqual((picture.width, picture.height), (40, 20))
        self.assertEqual(picture.at(20, 10), (7, 8, 9))


class Printing(DriverTest):
    def setUp(self):
        self.open("text.html")

    def pages(self, options=None):
        """The size of each page, in points."""
        pdf = base64.b64decode(self.driver.print_page(options))
        self.assertTrue(pdf.startswith(b"%PDF-"), pdf[:20])
        self.assertTrue(pdf.rstrip().endswith(b"%%EOF"), pdf[-20:])
        boxes = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", unpacked(pdf))
        return [tuple(round(float(side)) for side in box.split()[2:]) for box in boxes]

    def test_a_page_is_printed_on_letter_paper(self):
        self.assertEqual(self.pages(), [(612, 792)])

    def test_paper_and_orientation_are_as_asked(self):
        options = PrintOptions()
        options.page_width, options.page_height = 10.0, 20.0
        width, height = self.pages(options)[0]
        self.assertAlmostEqual(width, 10 / 2.54 * 72, delta=1.5)
        self.assertAlmostEqual(height, 20 / 2.54 * 72, delta=1.5)
        options.orientation = "landscape"
        width, height = self.pages(options)[0]
        self.assertGreater(width, height)

    def test_a_long_page_takes_several_sheets_of_which_some_can_be_chosen(self):
        self.open("scroll.html")
        everything = self.pages()
        self.assertGreater(len(everything), 2)
        options = PrintOptions()
        options.page_ranges = ["2"]
        self.assertEqual(len(self.pages(options)), 1)

    def test_a_scale_that_makes_no_sense_is_refused(self):
        with self.assertRaises(InvalidArgumentException):
            self.driver.execute("printPage", {"scale": 5})


def unpacked(pdf):
    """The file with its compressed objects opened, where cairo keeps page objects in newer versions."""
    whole = [pdf]
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            whole.append(zlib.decompressobj().decompress(stream))
        except zlib.error:
            continue
    return b"\n".join(whole)
