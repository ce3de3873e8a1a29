import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceError,
  status,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Properties } from "../core/engine";
import { RequestError } from "./errors";
import { toStruct } from "./struct";

/** Each side is on this machine: a message may be as large as the engine allows, and no proxy is between the two. */
export const channelOptions = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  "grpc.enable_http_proxy": 0,
} as const;

/**
 * Serves `pulumirpc.ResourceProvider` on a free port, for this machine alone.
 *
 * @param handlers the methods; the others answer that they aren't implemented.
 * @returns the port.
 */
export function listen(handlers: UntypedServiceImplementation): Promise<number> {
  const server = new Server(channelOptions);
  server.addService(ResourceProviderService, handlers);
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });
}

/** What happens around each call of a method. */
export interface Around<Request> {
  /** An error of it is the answer. */
  before?(): void;
  /** Comes before the answer is sent, also if it is an error. */
  after(request: Request): Promise<void>;
}

/** Serves a method that answers with one message. */
export function handleUnary<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
  { before, after }: Around<Request>,
): handleUnaryCall<Request, Response> {
  return async ({ request }, done) => {
    try {
      let response: Response;
      try {
        before?.();
        response = await answer(request);
      } finally {
        await after(request);
      }
      done(null, response);
    } catch (error) {
      done(toServiceError(error as Error));
    }
  };
}

/** Calls a method of the engine. */
export async function callEngine<Response>(
  call: (done: (error: ServiceError | null, response: Response) => void) => unknown,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    call((error, response) =>
      error === null ? resolve(response) : reject(new RequestError(error.code, error.details)),
    );
  });
}

/**
 * Converts an error to gRPC's form. A partially created object goes with it, so that the engine keeps it in the state.
 */
export function toServiceError(error: Error): Partial<ServiceError> {
  const code = error instanceof RequestError ? error.code : status.UNKNOWN;
  // gRPC can't encode half a surrogate pair, such as a truncated text may end with.
  const details = (error.message || error.name).toWellFormed();
  const { reasons, id, properties } = error as { reasons?: string[]; id?: string; properties?: Properties };
  if (reasons === undefined || id === undefined || properties === undefined) return { code, details };
  const failed = new ErrorResourceInitFailed().setId(id).setProperties(toStruct(properties)).setReasonsList(reasons);
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const ended = new Status().setCode(code).setMessage(details).setDetailsList([detail]);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(ended.serializeBinary()));
  return { code, details, metadata };
}
