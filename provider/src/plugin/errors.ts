/** A request that can't be served as it is, whatever the platform says. */
export class RequestError extends Error {
  constructor(
    /** Which code of gRPC it ends with. */
    readonly code: "unknown" | "invalid" | "notFound" | "unimplemented",
    message: string,
  ) {
    super(message);
  }
}
