import { wrapSecret } from "../../../provider/src/core/engine";
import { unknownValue } from "../../../provider/src/core/model/json";
import { isAsset, open, readMarked, seal } from "../../../provider/src/plugin/values";

const mark = "4dabf18193072939515e22adb298388d";
const buildOutput = (fields: object) => ({ [mark]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", ...fields });
const findResource = (fields: object) => ({ [mark]: "5cf8f73096256a8f31e491e813e4eb8e", ...fields });
const asset = { [mark]: "c44067f5952c0a294b673a41bacd8c17", path: "models/orders.yaml" };

describe("open", () => {
  test("takes secrets into the clear at any depth, and names the properties that have one", () => {
    const { values, secrets } = open({
      name: "Orders",
      token: wrapSecret("t"),
      credential: { basic: { username: "ann", password: wrapSecret("p") } },
      list: [wrapSecret(wrapSecret("twice"))],
    });
    expect(values).toEqual({
      name: "Orders",
      token: "t",
      credential: { basic: { username: "ann", password: "p" } },
      list: ["twice"],
    });
    expect([...secrets]).toEqual(["token", "credential", "list"]);
  });

  test("has one word for what is unknown, of whatever type it will be", () => {
    const ofNumber = "3eeb2bf0-c639-47a8-9e75-3b44932eb421";
    const { values, secrets } = open({
      text: unknownValue,
      number: ofNumber,
      inside: [{ number: ofNumber }],
      output: buildOutput({}),
      secret: buildOutput({ secret: true }),
    });
    expect(values).toEqual({
      text: unknownValue,
      number: unknownValue,
      inside: [{ number: unknownValue }],
      output: unknownValue,
      secret: unknownValue,
    });
    expect([...secrets]).toEqual(["secret"]);
  });

  test("reads outputs that are known, and resources by their ids", () => {
    const { values, secrets } = open({
      plain: buildOutput({ value: "a", dependencies: ["urn:x"] }),
      secret: buildOutput({ value: { b: wrapSecret("c") } }),
      folder: findResource({ urn: "urn:pulumi:folder", id: "f1" }),
      component: findResource({ urn: "urn:pulumi:component" }),
      folders: [findResource({ urn: "urn:pulumi:folder", id: "f2" })],
    });
    expect(values).toEqual({
      plain: "a",
      secret: { b: "c" },
      folder: "f1",
      component: "urn:pulumi:component",
      folders: ["f2"],
    });
    expect([...secrets]).toEqual(["secret"]);
  });

  test("leaves assets, and keeps the object where nothing in it has a mark", () => {
    const large = { pages: [{ id: "p" }] };
    const { values } = open({ asset, large });
    expect(values.asset).toBe(asset);
    expect(isAsset(values.asset)).toBe(true);
    expect(values.large).toBe(large);
  });
});

describe("seal", () => {
  test("marks the named properties, each once, and leaves out what is undefined", () => {
    const sealed = seal({ token: "t", name: "n", gone: undefined, again: wrapSecret("a") }, [
      "token",
      "again",
      "other",
    ]);
    expect(sealed).toEqual({ token: wrapSecret("t"), name: "n", again: wrapSecret("a") });
  });

  test("leaves an unknown value visible as one", () => {
    expect(seal({ token: unknownValue }, ["token"])).toEqual({ token: unknownValue });
  });
});

test("marked tells a leaf with a mark from plain structures", () => {
  expect(readMarked(wrapSecret("s"))).toEqual({ value: "s", isSecret: true });
  expect(readMarked(unknownValue)).toEqual({ value: unknownValue, isSecret: false });
  for (const value of ["text", 1, null, undefined, {}, [wrapSecret("s")], asset])
    expect(readMarked(value)).toBeUndefined();
});
