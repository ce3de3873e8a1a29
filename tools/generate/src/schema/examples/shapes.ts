import { formToken, type ObjectSpec, type PackageSpec, type Properties, type TypeSpec } from "../spec";
import type { ObjectValue, Value } from "./program";

/** What an example may use: the properties that the schema has. */
export class Shapes {
  constructor(private readonly schema: PackageSpec) {}

  getInputs(resource: string): Properties {
    return this.schema.resources[formToken(resource)]?.inputProperties ?? throwMissing(`resource ${resource}`);
  }

  getOutputs(resource: string): Properties {
    const { properties } = this.schema.resources[formToken(resource)] ?? throwMissing(`resource ${resource}`);
    return { id: { type: "string", description: "Its id." }, ...properties };
  }

  getArgs(lookup: string): Properties {
    return (this.schema.functions[formToken(lookup)] ?? throwMissing(`function ${lookup}`)).inputs.properties;
  }

  getResult(lookup: string): Properties {
    return (this.schema.functions[formToken(lookup)] ?? throwMissing(`function ${lookup}`)).outputs.properties;
  }

  /** The named type that an object is of; undefined for a map, and for a value of any type. */
  getType(type: TypeSpec | undefined, { entries }: ObjectValue): { name: string; spec: ObjectSpec } | undefined {
    if (type === undefined) return undefined;
    if ("oneOf" in type)
      return type.oneOf.map((one) => this.getType(one, { is: "object", entries })).find((one) => one);
    if (!("$ref" in type)) return undefined;
    const name = /^#\/types\/analytics:index:(\w+)$/.exec(type.$ref)?.[1];
    if (name === undefined) return undefined;
    const spec = this.schema.types[formToken(name)];
    return spec?.type === "object" ? { name, spec } : throwMissing(`type ${name}`);
  }

  /** The type of what a list or a map has. */
  openInner(type: TypeSpec | undefined): TypeSpec | undefined {
    if (type === undefined) return undefined;
    if ("items" in type) return type.items;
    return "additionalProperties" in type ? type.additionalProperties : undefined;
  }

  /** The type of a property that an example uses. */
  getProperty(properties: Properties, name: string): TypeSpec {
    return properties[name] ?? throwMissing(`property ${name}`);
  }

  /** @throws when an object has properties that the schema hasn't, or lacks one that is required. */
  check(properties: Properties, required: readonly string[], { entries }: ObjectValue): void {
    for (const [name, value] of Object.entries(entries)) this.checkValue(this.getProperty(properties, name), value);
    for (const name of required) if (!(name in entries)) throwMissing(`value for ${name}, which is required`);
  }

  private checkValue(type: TypeSpec | undefined, value: Value): void {
    if (value.is === "list") for (const item of value.items) this.checkValue(this.openInner(type), item);
    if (value.is !== "object") return;
    const named = this.getType(type, value);
    if (named !== undefined) this.check(named.spec.properties, named.spec.required ?? [], value);
    else for (const one of Object.values(value.entries)) this.checkValue(this.openInner(type), one);
  }
}

function throwMissing(what: string): never {
  throw new Error(`An example uses what the schema hasn't: ${what}`);
}
