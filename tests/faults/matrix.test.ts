/** @jest-environment ./tests/faults/named-tests.js */
import { registry } from "../../provider/src/kinds/registry";
import { samples } from "../samples";
import { faults } from "./faults";
import { type Combination, combinations, type Result, runAll } from "./matrix";
import { formatTable } from "./table";

declare const testNamePattern: string | undefined;

/** `npm run test:faults` runs all of it. */
const whole = process.env.FAULTS === "whole";
const block = "the matrix";
const formTitle = ({ operation, call, fault }: Combination) => `${operation.name}: ${call}, ${fault.name}`;
/** Without a name, each call meets a tenth of the faults that aren't thorough, and each of these a tenth of the calls. */
const everyday = faults.filter(({ thorough }) => !thorough);
const calls = [...new Set(combinations.map(({ operation, call }) => `${operation.name} ${call}`))];
const isSampled = ({ operation, call, fault }: Combination) =>
  testNamePattern !== undefined || (calls.indexOf(`${operation.name} ${call}`) + everyday.indexOf(fault)) % 10 === 0;
const chosen = combinations.filter((combination) => whole || (!combination.fault.thorough && isSampled(combination)));
/** All run together before the first test, so those that `-t` leaves out mustn't. */
const named = new RegExp(testNamePattern ?? "", "i");
const running = chosen.filter((combination) => named.test(`${block} ${formTitle(combination)}`));

test("every call and every fault is in the matrix", () => {
  expect(new Set(chosen.map(({ operation, call }) => `${operation.name} ${call}`)).size).toBe(calls.length);
  expect(new Set(chosen.map(({ fault }) => fault)).size).toBe(
    faults.filter((fault) => whole || !fault.thorough).length,
  );
});

test("every kind of the registry is in the matrix", () => {
  expect(Object.keys(samples).sort()).toEqual(Object.keys(registry).sort());
});

describe(block, () => {
  let results: ReadonlyMap<Combination, Result>;
  beforeAll(async () => {
    results = await runAll(running);
  }, 3_600_000);
  afterAll(() => {
    if (whole) process.stdout.write(`\n${formatTable(results)}\n`);
  });

  test.each(chosen.map((combination) => [formTitle(combination), combination] as const))("%s", (_, combination) => {
    const { operation, fault } = combination;
    const { struck, error, stuck, changes, wanted, found, platform, intended } = results.get(combination)!;
    expect(struck).toBe(true);
    expect(intended.sent).toEqual(operation.calls.map((call) => expect.stringMatching(formPattern(call))));

    const leadsToError = fault.leads === "error" || (fault.leads === "lost" && operation.events !== undefined);
    if (fault.leads !== "either") expect({ error }).toEqual({ error: leadsToError ? expect.any(String) : undefined });
    if (error !== undefined) expect(error).toMatch(clear);
    expect(error ?? "").not.toContain("open-sesame");

    // Where lists can't be read and the platform tells no time of creation, only a person knows whose object it is.
    if (stuck !== undefined && fault.name === unreadableLists && timeless.includes(operation.kind)) {
      expect(stuck).toMatch(/equals the declaration and may be older: .+ adopt: \{ id: ".+" \}/);
      expect(platform).toEqual(intended.platform);
      return;
    }
    expect({ stuck }).toEqual({ stuck: undefined });
    expect(platform).toEqual(
      error === undefined ? intended.platform : dropLost(operation.events, { platform, intended }),
    );
    expect({ changes }).toEqual({ changes: false });
    expect(found ?? {}).toMatchObject(wanted ?? {});
    expect(found === undefined).toBe(wanted === undefined);
  });
});

/** The fault that answers no list as a whole. */
const unreadableLists = "page repeated, answer lost";

/** The kinds of which the platform tells no time of creation. */
const timeless: readonly string[] = ["DeploymentPolicy", "SourceSwapPolicy", "WorkbookEmbed"];

/** An error names the call, and says what the platform answered or what broke. */
const clear = /(GET|POST|PUT|PATCH|DELETE) \/v2\/\S+: (\d{3}, .+|.+\(code \w+.*\)\.)/;

function formPattern(call: string): RegExp {
  return new RegExp(`^${call.replaceAll("*", "[^/]+")}$`);
}

/** What is intended, but for events that didn't happen, and of which the user was told that nobody knows. */
function dropLost(
  events: string | undefined,
  { platform, intended }: Pick<Result, "platform" | "intended">,
): Result["platform"] {
  if (events === undefined) return intended.platform;
  return { ...intended.platform, [events]: intended.platform[events]!.slice(0, platform[events]?.length) };
}
