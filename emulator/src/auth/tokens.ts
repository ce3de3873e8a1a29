import { createHmac, timingSafeEqual } from "node:crypto";
import type { Ids } from "../state/ids";

interface Claims {
  use: "access" | "refresh";
  expires: number;
  /** Tokens made before a revocation belong to an older generation. */
  generation: number;
  serial: number;
  /** Id of the member who owns the client. */
  owner: string;
  /** Id of the tenant that the token is for; absent for the organization itself. */
  tenant?: string;
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
  /** By member: how many refresh tokens are out, and the serial from which on they are valid. */
  readonly #refreshTokens = new Map<string, { count: number; since: number }>();
  readonly #spent = new Set<string>();

  constructor(ids: Ids) {
    this.clientId = ids.makeSecret("client id").slice(0, 40);
    // As long as the platform's.
    this.clientSecret = ids.makeSecret("client secret") + ids.makeSecret("client secret, continued");
  }

  issue(use: Claims["use"], seconds: number, owner: string, tenant?: string): string {
    if (use === "refresh") {
      const { count, since } = this.#getRefreshTokens(owner);
      this.#refreshTokens.set(owner, { count: count + 1, since });
    }
    const claims: Claims = {
      use,
      expires: Date.now() + seconds * 1000,
      generation: this.#generation,
      serial: this.#serial++,
      owner,
      ...(tenant === undefined ? {} : { tenant }),
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
    const claims = readClaims(payload);
    const isRevoked = use === "refresh" && claims.serial < this.#getRefreshTokens(claims.owner).since;
    if (claims.use !== use || claims.generation !== this.#generation || isRevoked) {
      return "unknown";
    }
    return claims.expires > Date.now() ? "valid" : "expired";
  }

  /** Id of the tenant that a valid token is for; undefined for a token of the organization itself. */
  getTenant(token: string): string | undefined {
    return readClaims(token.split(".")[0]!).tenant;
  }

  /** Id of the member whom a valid token acts for. */
  getOwner(token: string): string {
    return readClaims(token.split(".")[0]!).owner;
  }

  /** The refresh tokens of a member stop working; answers how many those are. */
  revokeRefreshTokens(owner: string): number {
    const { count } = this.#getRefreshTokens(owner);
    this.#refreshTokens.set(owner, { count: 0, since: this.#serial });
    return count;
  }

  #getRefreshTokens(owner: string): { count: number; since: number } {
    return this.#refreshTokens.get(owner) ?? { count: 0, since: 0 };
  }

  /** Whether the id of a JWT comes for the first time. */
  spend(jti: string): boolean {
    return this.#spent.size < this.#spent.add(jti).size;
  }

  /** Every token given out so far stops working. */
  revokeAll(): void {
    this.#generation++;
  }

  #sign(payload: string): string {
    return createHmac("sha256", this.clientSecret).update(payload).digest("base64url");
  }
}

function readClaims(payload: string): Claims {
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
}
