#!/usr/bin/python3
"""pyatspi: a recursive walk, as its users write it."""

import sampling


def connect(options):
    import pyatspi

    application = next(
        candidate
        for candidate in pyatspi.Registry.getDesktop(0)
        if candidate is not None and candidate.get_process_id() == options.pid
    )

    def is_wanted(node):
        return node.name == options.name and node.getRoleName() == options.role

    def find_press():
        button = pyatspi.findDescendant(application, is_wanted)
        button.queryAction().doAction(0)

    def read(node):
        role, name, states = node.getRoleName(), node.name, node.getState().getStates()
        interfaces = node.get_interfaces()
        bounds = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS) if "Component" in interfaces else None
        actions = action_names(node) if "Action" in interfaces else []
        return 1 + sum(read(child) for child in node if child is not None)

    def action_names(node):
        action = node.queryAction()
        names = []
        for index in range(action.nActions):
            try:
                names.append(action.getName(index))
            except Exception:  # GTK 4.8 counts actions of disabled labels that it then does not know
                break
        return names

    return {"find-press": find_press, "snapshot": lambda: read(application)}


if __name__ == "__main__":
    sampling.run("pyatspi", connect)
