import type { status } from "@grpc/grpc-js";

/** A request that can't be served as it is, whatever the platform says. */
export class RequestError extends Error {
  constructor(
    /** The code that the call ends with. */
    readonly code: status,
    message: string,
  ) {
    super(message);
  }
}
