"""Prints what a stock gRPC client hears of all windows, in the form of `deskhand windows --watch --json`.

    grpc_watch.py ADDRESS
"""

import json
import sys

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

SERVICE = "deskhand.v1.Observations"


def main():
    # A proxy of the surroundings must not come between the client and its own machine.
    channel = grpc.insecure_channel(sys.argv[1], options=[("grpc.enable_http_proxy", 0)])
    service = DescriptorPool(ProtoReflectionDescriptorDatabase(channel)).FindServiceByName(SERVICE)

    def call(method, **fields):
        about = service.FindMethodByName(method)
        request, answer = GetMessageClass(about.input_type), GetMessageClass(about.output_type)
        kind = channel.unary_stream if about.server_streaming else channel.unary_unary
        return kind(f"/{SERVICE}/{method}", request.SerializeToString, answer.FromString)(request(**fields))

    observation = call("CreateObservation", parent="applications/-")
    for observed in call("StreamObservations", name=observation.name):
        say({"kind": "window-snapshot"} if observed.HasField("snapshot") else event(observed.event))


def event(event):
    window, bounds = event.window, event.window.bounds
    number = int(window.name.rpartition("/")[2])
    return {"kind": "window-event", "id": hex(number), "title": window.title, "outer": {"x": int(bounds.x), "y": int(bounds.y), "width": int(bounds.width)}}


def say(document):
    print(json.dumps(document, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
