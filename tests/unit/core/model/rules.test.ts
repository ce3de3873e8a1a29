import { chooseEvery } from "../../../cases";
import { listFixtures, readFixtureText } from "./fixtures";
import { type Finding, type Json, parseSpec, ruleSeverities, unknownValue, validateSpec } from "./spec";

const listFindings = (name: string): Finding[] => {
  const text = readFixtureText(name);
  const spec = parseSpec(text, { file: name });
  return validateSpec(spec, { authored: spec, source: { text, file: name } });
};

/** Fixtures say themselves where something is to be found: `# finding` at the end of a line, once per finding. */
const listMarkedLines = (text: string): number[] =>
  text
    .split("\n")
    .flatMap((line, index) => (line.match(/# (finding ?)+$/)?.[0].match(/finding/g) ?? []).map(() => index + 1));

const getRule = (name: string) => name.replace(/^.*\/(.*)\.(fails|passes)\.yaml$/, "$1");
const all = listFixtures("rules");

test("every rule has a failing and a passing fixture", () => {
  for (const outcome of ["fails", "passes"]) {
    const covered = all.filter((name) => name.endsWith(`.${outcome}.yaml`)).map(getRule);
    expect(covered).toEqual(Object.keys(ruleSeverities).sort());
  }
});

test.each(all.filter((name) => name.endsWith(".fails.yaml")))(
  "%s is found where it is marked, and nothing else is wrong",
  (name) => {
    const marked = listMarkedLines(readFixtureText(name));
    const findings = listFindings(name);
    expect(marked).not.toEqual([]);
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual(marked.map((line) => [getRule(name), line]));
    for (const finding of findings) {
      expect(finding.severity).toBe(ruleSeverities[finding.rule]);
      expect(finding.file).toBe(name);
      expect(finding.column).toBeGreaterThan(0);
    }
  },
);

test.each(all.filter((name) => name.endsWith(".passes.yaml")))("%s is clean", (name) => {
  expect(listFindings(name)).toEqual([]);
});

test.each([...listFixtures("constructs")])("%s is clean", (name) => {
  expect(listFindings(name)).toEqual([]);
});

/** The places of all values below a value. */
function listPlaces(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, item]) =>
      listPlaces(item!, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function replaceAt(root: Json, path: (string | number)[], value: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<string | number, Json>;
  copy[key] = replaceAt(copy[key]!, rest, value);
  return copy as unknown as Json;
}

describe("values not known yet", () => {
  test.each([...listFixtures("constructs"), ...all.filter((name) => name.endsWith(".passes.yaml"))])(
    "%s stays clean whichever value is unknown or a placeholder",
    (name) => {
      const spec = parseSpec(readFixtureText(name));
      for (const path of chooseEvery(4, listPlaces(spec))) {
        for (const open of [unknownValue, { $ref: "x" }]) {
          const findings = validateSpec(replaceAt(spec, path, open));
          if (findings.length > 0) throw new Error(`${path.join(".")}: ${JSON.stringify(findings, null, 1)}`);
        }
      }
    },
  );

  test.each(all.filter((name) => name.endsWith(".fails.yaml")))(
    "%s: nothing is found at or below an unknown",
    (name) => {
      const spec = parseSpec(readFixtureText(name));
      for (const path of chooseEvery(4, listPlaces(spec))) {
        for (const { path: at, rule } of validateSpec(replaceAt(spec, path, unknownValue))) {
          // These are about the field's name, which is known even where its value is not.
          if ((rule === "misspelt-field" || rule === "unknown-field") && at.length === path.length) continue;
          const isBelow = path.every((key, depth) => at[depth] === key);
          if (isBelow) throw new Error(`${at.join(".")} is reported although ${path.join(".")} is unknown`);
        }
      }
    },
  );
});
