import { descriptions } from "../../../../cli/src/validate/descriptions";
import { parseSeverities, severities } from "../../../../cli/src/validate/rules";

test("every rule is described, and no other", () => {
  expect(Object.keys(descriptions).sort()).toEqual(Object.keys(severities).sort());
});

test("severities are asked for by name, the last one counts", () => {
  expect(parseSeverities([])).toEqual({});
  expect(parseSeverities(["iso-date=off", "unknown-field=error", "iso-date=warning"])).toEqual({
    "iso-date": "warning",
    "unknown-field": "error",
  });
});

test.each(["iso-date", "iso-date=", "iso-date=Off", "=off", "toString=off", "syntax=warning"])(
  "%s is refused",
  (asked) => {
    expect(() => parseSeverities([asked])).toThrow(`--rule ${asked.split("=")[0]}`);
  },
);
