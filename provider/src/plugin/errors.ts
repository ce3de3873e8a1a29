/** The codes of gRPC that the plugin answers with. */
export const codes = { unknown: 2, invalid: 3, notFound: 5, unimplemented: 12 } as const;

/** A request that can't be served as it is, whatever the platform says. */
export class RequestError extends Error {
  constructor(
    readonly code: keyof typeof codes,
    message: string,
  ) {
    super(message);
  }
}
