"""A stock gRPC client: grpcio with everything it knows of the server from reflection, no generated code.

Calls SERVICE/METHOD with a request in JSON and prints every answer as a line of JSON, a failure too. Without a method it prints
the services that there are.

    grpc_client.py ADDRESS [--token TOKEN] [SERVICE METHOD [REQUEST]]
"""

import argparse
import json
import sys

import grpc
from google.protobuf import json_format
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

PATIENCE = 60


class WithToken(grpc.UnaryUnaryClientInterceptor, grpc.UnaryStreamClientInterceptor, grpc.StreamStreamClientInterceptor):
    """Sends a token with every call, those of reflection included."""

    def __init__(self, token):
        self.metadata = (("authorization", f"Bearer {token}"),)

    def _with_token(self, proceed, details, request):
        return proceed(details._replace(metadata=self.metadata), request)

    intercept_unary_unary = intercept_unary_stream = intercept_stream_stream = _with_token


def say(document):
    print(json.dumps(document), flush=True)


def failure(error):
    told = {"code": error.code().name, "message": error.details()}
    status = rpc_status.from_call(error)
    for detail in status.details if status else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            told["reason"], told["domain"] = info.reason, info.domain
    return {"error": told}


def answers(channel, database, service, method, request):
    about = DescriptorPool(database).FindServiceByName(service).FindMethodByName(method)
    message = json_format.Parse(request, GetMessageClass(about.input_type)())
    decode = GetMessageClass(about.output_type).FromString
    path = f"/{service}/{method}"
    if about.server_streaming:
        yield from channel.unary_stream(path, type(message).SerializeToString, decode)(message, timeout=PATIENCE)
    else:
        yield channel.unary_unary(path, type(message).SerializeToString, decode)(message, timeout=PATIENCE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--token")
    parser.add_argument("service", nargs="?")
    parser.add_argument("method", nargs="?")
    parser.add_argument("request", nargs="?", default="{}")
    args = parser.parse_intermixed_args()
    # A test machine's proxy must not come between the client and its own machine.
    channel = grpc.insecure_channel(args.address, options=[("grpc.enable_http_proxy", 0)])
    if args.token:
        channel = grpc.intercept_channel(channel, WithToken(args.token))
    database = ProtoReflectionDescriptorDatabase(channel)
    try:
        if args.method is None:
            say({"services": sorted(database.get_services())})
            return
        for answer in answers(channel, database, args.service, args.method, args.request):
            say(json_format.MessageToDict(
                answer, preserving_proto_field_name=True, always_print_fields_with_no_presence=True))
    except grpc.RpcError as error:
        say(failure(error))


if __name__ == "__main__":
    sys.exit(main())
