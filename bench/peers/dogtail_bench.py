#!/usr/bin/python3
"""dogtail with every delay switched off; with its defaults each search takes over a second."""

import sampling


def connect(options):
    from dogtail.config import config

    config.load(
        {
            "actionDelay": 0,
            "defaultDelay": 0,
            "searchBackoffDuration": 0,
            "typingDelay": 0,
            "logDebugToFile": False,
            "logDebugToStdOut": False,
            "checkForA11y": False,
        }
    )
    from dogtail import tree

    application = next(
        candidate for candidate in tree.root.children if candidate.get_process_id() == options.pid
    )

    def find_press():
        button = application.child(name=options.name, roleName=options.role, retry=False)
        next(iter(button.actions.values())).do()

    def read(node):
        role, name, states, actions = node.roleName, node.name, node.getState().getStates(), action_names(node)
        try:
            bounds = node.extents
        except NotImplementedError:  # the application itself has none
            bounds = None
        # Not `node.children`: on hypertext (Chromium) that adds the links a second time.
        return 1 + sum(read(child) for child in node if child is not None)

    def action_names(node):
        try:
            return list(node.actions)
        except Exception:  # GTK 4.8 counts actions of disabled labels that it then does not know
            return []

    return {"find-press": find_press, "snapshot": lambda: read(application)}


if __name__ == "__main__":
    sampling.run("dogtail", connect)
