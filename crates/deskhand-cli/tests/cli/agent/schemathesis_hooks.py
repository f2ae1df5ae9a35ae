"""What schemathesis has to know of an agent that waits and that can be without a desktop."""

import schemathesis

SHORT = {"timeout": 0.02, "timeout_ms": 20, "patience_ms": 20}
LONGEST = 86_400
"""Seconds; a longer `timeout` is refused, and has to get there to be."""


@schemathesis.hook
def map_body(context, body):
    """Cuts the time that a request may take, whatever was made up."""
    if not isinstance(body, dict):
        return body
    for key, short in SHORT.items():
        given = body.get(key)
        is_number = isinstance(given, (int, float)) and not isinstance(given, bool)
        if is_number and given > short and not (key == "timeout" and given > LONGEST):
            body[key] = short
    if context.operation.path == "/wait":
        body.setdefault("timeout", SHORT["timeout"])
    return body


@schemathesis.hook
def filter_case(context, case):
    """With `?path=…` an upload takes any bytes, whatever their type is called; OpenAPI cannot say so."""
    is_raw = case.operation.path == "/upload" and "path" in (case.query or {})
    return not (is_raw and case.media_type == "application/json")


@schemathesis.check
def no_fault_of_the_agent(context, response, case):
    """500 is a fault; 503 and 504 say that the desktop does not answer, or not in the time that was given."""
    assert response.status_code != 500, response.text
