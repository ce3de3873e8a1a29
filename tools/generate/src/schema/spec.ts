/** Pulumi's schema of a package, as far as this one uses it. */
export interface PackageSpec {
  readonly name: string;
  readonly version: string;
  readonly types: Readonly<Record<string, NamedTypeSpec>>;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, FunctionSpec>>;
  readonly [part: string]: unknown;
}

/** A type. */
export type TypeSpec =
  | { readonly type: "string" | "integer" | "number" | "boolean"; readonly const?: string | number | boolean }
  | { readonly type: "array"; readonly items: TypeSpec }
  | { readonly type: "object"; readonly additionalProperties: TypeSpec }
  | { readonly $ref: string }
  /** `type` is what languages without unions use. */
  | { readonly type?: "string"; readonly oneOf: readonly TypeSpec[] };

/** A property of a type, a resource or a function. */
export type PropertySpec = TypeSpec & {
  readonly description: string;
  readonly secret?: true;
  readonly willReplaceOnChanges?: true;
  readonly plain?: true;
  /** What a language calls the property, where the usual name isn't possible there. */
  readonly language?: { readonly csharp: { readonly name: string } };
};

export type Properties = Readonly<Record<string, PropertySpec>>;

/** An object with named properties. */
export interface ObjectSpec {
  readonly description?: string;
  readonly properties: Properties;
  readonly required?: readonly string[];
}

/** A type with a name of its own. */
export type NamedTypeSpec =
  | (ObjectSpec & { readonly type: "object" })
  | {
      readonly type: "string";
      readonly description?: string;
      readonly enum: readonly { readonly name: string; readonly value: string }[];
    };

export interface ResourceSpec {
  readonly description: string;
  readonly isComponent?: true;
  readonly inputProperties: Properties;
  readonly requiredInputs: readonly string[];
  readonly properties: Properties;
  readonly required: readonly string[];
  readonly aliases?: readonly { readonly type: string }[];
  /** What `pulumi do … list` accepts; left out: there is no such command. */
  readonly listInputs?: ObjectSpec;
}

export interface FunctionSpec {
  readonly description: string;
  readonly inputs: ObjectSpec;
  readonly outputs: ObjectSpec;
}

/** A value of any type. */
export const any: TypeSpec = { $ref: "pulumi.json#/Any" };

/** The token of a resource, function or type of the package. */
export const formToken = (name: string) => `analytics:index:${name}`;
