import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";

/** Codes of gRPC. */
export const codes = {
  ok: 0,
  unknown: 2,
  invalid: 3,
  notFound: 5,
  tooLarge: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const;

/** The end of a call that failed. */
export class GrpcError extends Error {
  /** @param details a message `google.rpc.Status`, for who knows what it has. */
  constructor(
    readonly code: number,
    message: string,
    readonly details?: Uint8Array,
  ) {
    super(message);
  }
}

/** The headers that end a call. */
export function trailersOf(error: GrpcError | undefined): OutgoingHttpHeaders {
  if (error === undefined) return { "grpc-status": String(codes.ok) };
  return {
    "grpc-status": String(error.code),
    "grpc-message": percentEncoded(error.message),
    ...(error.details && { "grpc-status-details-bin": Buffer.from(error.details).toString("base64") }),
  };
}

/** The error that the headers at the end of a call tell; undefined when it succeeded. Without a status, the server ended before the call did. */
export function errorIn(trailers: IncomingHttpHeaders): GrpcError | undefined {
  const { "grpc-status": code, "grpc-message": message = "" } = trailers as Record<string, string | undefined>;
  if (code === undefined) return new GrpcError(codes.unavailable, "The call ended before its status.");
  if (Number(code) === codes.ok) return undefined;
  return new GrpcError(Number(code), percentDecoded(message));
}

/** A text as a header may have it: visible ASCII, everything else byte by byte. */
function percentEncoded(text: string): string {
  return Buffer.from(text)
    .toString("latin1")
    .replace(/[^\x20-\x24\x26-\x7e]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

function percentDecoded(text: string): string {
  const bytes = text.replace(/%([0-9A-Fa-f]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
