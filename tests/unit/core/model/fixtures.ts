import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Json, type JsonObject, parseSpec } from "./spec";

const folder = join(__dirname, "../../../fixtures/specs");

/** The text of a fixture, by its path below `fixtures/specs`. */
export function readFixtureText(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** A fixture, parsed anew. */
export function readFixture(name: string): JsonObject {
  return parseSpec(readFixtureText(name), { file: name }) as JsonObject;
}

/** The fixtures in a folder below `fixtures/specs`. */
export function listFixtures(below: string): string[] {
  return readdirSync(join(folder, below))
    .sort()
    .map((name) => `${below}/${name}`);
}

/** A copy to be changed in a test. */
export function copy<T extends Json>(value: T): T {
  return structuredClone(value);
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into fixtures they know.
export type Loose = any;
