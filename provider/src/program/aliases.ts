import * as pulumi from "@pulumi/pulumi";

/** A former name of a resource, as programs write it. */
type AliasInput = pulumi.Input<pulumi.URN | pulumi.Alias>;

/** The types of one kind: in this program's door, and in the other one. */
export interface DoorTypes {
  readonly own: string;
  readonly other: string;
}

/**
 * The aliases of a resource, each for both doors. The engine finds a former entry by its whole URN, type included: the
 * state of a program that renames a resource and changes the door at once has it under the other type.
 *
 * @param given the aliases of the program.
 * @example
 * listAliasesOfBothDoors([{ name: "old" }], types)
 * // [{ name: "old" }, { type: types.other }, { name: "old", type: types.other }]
 */
export function listAliasesOfBothDoors(given: readonly AliasInput[], types: DoorTypes): AliasInput[] {
  return [...given, { type: types.other }, ...given.map((alias) => translateAlias(alias, types))];
}

function translateAlias(alias: AliasInput, types: DoorTypes): AliasInput {
  return pulumi.Output.isInstance(alias) || alias instanceof Promise
    ? pulumi.output(alias).apply((known) => swapAliasType(known, types))
    : swapAliasType(alias, types);
}

/** An alias with the other type; one of a type that no door has stays as it is. */
function swapAliasType(alias: pulumi.URN | pulumi.Alias, types: DoorTypes): pulumi.URN | pulumi.Alias {
  if (typeof alias === "string") return translateUrn(alias, types);
  const { type = types.own } = alias;
  return { ...alias, type: pulumi.output(type).apply((known) => swapType(known, types)) };
}

/** `urn:pulumi:<stack>::<project>::<types of parents>$<type>::<name>`; a name may have colons, too. */
function translateUrn(urn: string, types: DoorTypes): string {
  const [stack, project, qualified, ...name] = urn.split("::");
  if (qualified === undefined) return urn;
  const parents = qualified.split("$");
  const type = parents.pop() as string;
  return [stack, project, [...parents, swapType(type, types)].join("$"), ...name].join("::");
}

function swapType(type: string, { own, other }: DoorTypes): string {
  if (type === own) return other;
  return type === other ? own : type;
}
