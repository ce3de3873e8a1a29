import * as pulumi from "@pulumi/pulumi";
import { listAliasesOfBothDoors } from "../../../provider/src/program/aliases";

const types = { own: "analytics:index:Tag", other: "pulumi-nodejs:dynamic/analytics:Tag" };
const formUrn = (type: string, name = "old") => `urn:pulumi:dev::bench::${type}::${name}`;

type AliasInput = pulumi.Input<pulumi.URN | pulumi.Alias>;

const resolveAlias = (alias: AliasInput) =>
  new Promise<unknown>((resolve) => pulumi.output(alias as pulumi.Input<object>).apply(resolve));

test.each<[string, AliasInput, unknown]>([
  ["a name", { name: "old" }, { name: "old", type: types.other }],
  ["no parent", { parent: pulumi.rootStackResource }, { parent: undefined, type: types.other }],
  ["a project", { project: "elsewhere" }, { project: "elsewhere", type: types.other }],
  ["a stack", { stack: "elsewhere" }, { stack: "elsewhere", type: types.other }],
  ["the own type", { type: types.own }, { type: types.other }],
  ["the other type", { type: types.other }, { type: types.own }],
  ["a type of no door", { name: "old", type: "bench:Tag" }, { name: "old", type: "bench:Tag" }],
  ["a type that is an output", { type: pulumi.output(types.own) }, { type: types.other }],
  ["an output", pulumi.output({ name: "old" }), { name: "old", type: types.other }],
  ["a promise", Promise.resolve({ name: "old" }), { name: "old", type: types.other }],
  ["a URN", formUrn(types.own), formUrn(types.other)],
  ["a URN of the other door", formUrn(types.other), formUrn(types.own)],
  ["a URN below parents", formUrn(`a:B$c:D$${types.own}`), formUrn(`a:B$c:D$${types.other}`)],
  ["a URN whose name has colons", formUrn(types.own, "a::b"), formUrn(types.other, "a::b")],
  ["a URN that is a promise", Promise.resolve(formUrn(types.own)), formUrn(types.other)],
  ["a URN of another type", formUrn("bench:Tag"), formUrn("bench:Tag")],
  ["a text that is no URN", "old", "old"],
])("%s is an alias of both doors", async (_, alias, inOtherDoor) => {
  const [given, other, swapped, ...rest] = listAliasesOfBothDoors([alias], types);
  expect(given).toBe(alias);
  expect(other).toEqual({ type: types.other });
  expect(await resolveAlias(swapped as AliasInput)).toEqual(inOtherDoor);
  expect(rest).toEqual([]);
});
