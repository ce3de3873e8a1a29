import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";

const cipher = "aes-256-gcm";

/**
 * Encrypts what a create sent, which may hold secrets, with the profile's client secret. The inverse is
 * {@link openSealed}.
 */
export function seal(secret: string, value: unknown): string {
  const iv = randomBytes(12);
  const encryption = createCipheriv(cipher, deriveKey(secret), iv);
  const sealed = [encryption.update(deflateRawSync(JSON.stringify(value), { level: 1 })), encryption.final()];
  return Buffer.concat([iv, encryption.getAuthTag(), ...sealed]).toString("base64");
}

/** What was sealed; undefined: it was sealed with another secret, or cut. */
export function openSealed(secret: string, text: string): unknown {
  try {
    const all = Buffer.from(text, "base64");
    const decryption = createDecipheriv(cipher, deriveKey(secret), all.subarray(0, 12));
    decryption.setAuthTag(all.subarray(12, 28));
    const packed = Buffer.concat([decryption.update(all.subarray(28)), decryption.final()]);
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: largestSent }).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Bytes of what a create sent. */
const largestSent = 256 * 1024 * 1024;

const deriveKey = (secret: string) => createHmac("sha256", secret).update("journal").digest();
