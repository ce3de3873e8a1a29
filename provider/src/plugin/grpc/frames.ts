import type { Duplex } from "node:stream";
import { codes, GrpcError } from "./status";

/** A byte that tells whether the message is compressed, and four with its length. */
const prefix = 5;

/** The same limit as the engine's, in bytes: a resource may be that large. */
const most = 400 * 1024 * 1024;

/** A message as it is sent. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(prefix + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefix);
  return frame;
}

/**
 * Reads the one message of a stream, to the stream's end.
 *
 * @returns undefined where there is none.
 * @throws GrpcError when it is compressed, too large, or not whole.
 */
export async function readMessage(stream: Duplex): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > prefix + most) throw new GrpcError(codes.tooLarge, `A message has more than ${most} bytes.`);
  }
  if (length === 0) return undefined;
  const all = Buffer.concat(chunks);
  if (all[0] !== 0) throw new GrpcError(codes.unimplemented, "Compressed messages aren't supported.");
  if (length < prefix || all.readUInt32BE(1) !== length - prefix) {
    throw new GrpcError(codes.internal, "The call has not exactly one message.");
  }
  return all.subarray(prefix);
}
