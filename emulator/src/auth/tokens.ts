import { createHmac, timingSafeEqual } from "node:crypto";
import type { Ids } from "../state/ids";

interface Claims {
  use: "access" | "refresh";
  expires: number;
  /** Tokens made before a revocation belong to an older generation. */
  generation: number;
  serial: number;
}

/**
 * The client's pair and the tokens it gets. Tokens carry their own expiry under a signature, so that they outlive a
 * restart of the emulator without being kept anywhere.
 */
export class Tokens {
  readonly clientId: string;
  readonly clientSecret: string;
  #generation = 0;
  #serial = 0;

  constructor(ids: Ids) {
    this.clientId = ids.secret("client id").slice(0, 40);
    this.clientSecret = ids.secret("client secret");
  }

  issue(use: Claims["use"], seconds: number): string {
    const claims: Claims = {
      use,
      expires: Date.now() + seconds * 1000,
      generation: this.#generation,
      serial: this.#serial++,
    };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${payload}.${this.#sign(payload)}`;
  }

  /** Whether a token may be used; `expired` for one that once might. */
  check(use: Claims["use"], token: string): "valid" | "expired" | "unknown" {
    const [payload = "", signature = ""] = token.split(".");
    const expected = Buffer.from(this.#sign(payload));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return "unknown";
    }
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
    if (claims.use !== use || claims.generation !== this.#generation) {
      return "unknown";
    }
    return claims.expires > Date.now() ? "valid" : "expired";
  }

  /** Every token given out so far stops working. */
  revokeAll(): void {
    this.#generation++;
  }

  #sign(payload: string): string {
    return createHmac("sha256", this.clientSecret).update(payload).digest("base64url");
  }
}
