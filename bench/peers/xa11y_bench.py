"""xa11y (PyPI), by the calls its documentation shows; run it with the interpreter of the environment that holds it."""

import sampling


def connect(options):
    import xa11y

    application = xa11y.App.by_pid(options.pid)
    selector = f'{options.role}[name="{options.name}"]'

    def find_press():
        application.locator(selector).press()

    def snapshot():
        # The fastest of its ways to read a tree with all attributes; App.tree() takes longer and tells less.
        elements = application.locator("*").elements()
        for element in elements:
            _ = (element.role, element.name, element.enabled, element.visible, element.focused, element.bounds, element.actions)
        return len(elements)

    return {"find-press": find_press, "snapshot": snapshot}


if __name__ == "__main__":
    sampling.run("xa11y", connect)
