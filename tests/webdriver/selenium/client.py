"""A client that opens a session at a page, tells its number, and keeps the server busy until it is killed."""

import sys

from selenium import webdriver

from support import options

driver = webdriver.Remote(command_executor=sys.argv[1], options=options(page=sys.argv[2]))
print(driver.session_id, flush=True)
while True:
    driver.execute_script("return new Promise(done => setTimeout(done, 200))")
