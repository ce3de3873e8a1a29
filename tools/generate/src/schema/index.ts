import type { AnyKind, InputFields } from "../../../../provider/src/kinds/declare";
import type { LookupModule } from "../../../../provider/src/lookups/declare";
import { listName } from "../../../../provider/src/lookups/question";
import { directory, directoryExample } from "./directory";
import { exampleSection } from "./examples";
import { lookupFunction } from "./functions";
import { importSection, resource } from "./resources";
import { defaultProfile, settings } from "./settings";
import { type PackageSpec, token } from "./spec";
import { SchemaTypes } from "./types";

/** What `package.json` says of the provider. */
export interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
}

/** Pulumi's schema of the plugin: what SDKs in other languages, YAML programs and the engine know of it. */
export function schemaOf(
  { version, description, license, keywords }: Manifest,
  kinds: readonly AnyKind[],
  modules: readonly LookupModule[],
): PackageSpec {
  const types = new SchemaTypes();
  const variables = settings(kinds, types);
  const resources = [
    ...kinds.map((kind) => [token(kind.name), resource(kind, types)] as const),
    [token("DataModelDirectory"), directory(types)] as const,
  ];
  const functions = modules.flatMap((module) =>
    module.lookups.map((lookup) => [token(lookup.question.name), lookupFunction(lookup, module, types)] as const),
  );
  /** A kind that a lookup lists: `pulumi do` then has a command for it. */
  const listed = (name: string) => {
    const all = functions.find(([one]) => one === token(listName(name)))?.[1];
    return all === undefined || (all.inputs.required ?? []).length > 0 ? {} : { listInputs: all.inputs };
  };
  const schema: PackageSpec = {
    name: "analytics",
    displayName: "Analytics",
    version,
    description,
    keywords: [...keywords, "kind/native", "category/infrastructure"],
    license,
    meta: { moduleFormat: "(.*)", supportPack: true },
    language,
    config: { variables },
    provider: {
      description:
        "The address and credentials of an organization, for the resources and functions that name this provider.",
      inputProperties: { ...variables, profile: types.property(defaultProfile, "profile") },
    },
    types: types.named,
    resources: sorted(
      resources.map(([name, one]) => [name, { ...one, ...listed(name.slice(token("").length)) }] as const),
    ),
    functions: sorted(functions),
  };

  const examples = new Map<string, { readonly example: string; readonly ending?: string | undefined }>([
    ...kinds.map((kind) => [token(kind.name), { example: kind.docs.example, ending: importSection(kind) }] as const),
    [token("DataModelDirectory"), { example: directoryExample }],
    ...modules.flatMap(({ lookups }) =>
      lookups.map(({ question, docs }) => [token(question.name), { example: docs.example }] as const),
    ),
  ]);
  const fieldsOf = (name: string): InputFields => kinds.find((kind) => kind.name === name)?.fields ?? {};
  const withExample = <Described extends { readonly description: string }>(all: Readonly<Record<string, Described>>) =>
    Object.fromEntries(
      Object.entries(all).map(([name, described]) => {
        const { example, ending } = examples.get(name)!;
        const parts = [described.description, exampleSection(example, schema, fieldsOf), ending];
        return [name, { ...described, description: parts.filter(Boolean).join("\n\n") }];
      }),
    );
  return { ...schema, resources: withExample(schema.resources), functions: withExample(schema.functions) };
}

/** How SDKs are generated. Their packages have the version of the plugin and ask for no other. */
const language = {
  nodejs: { packageName: "pulumi-analytics-native", respectSchemaVersion: true },
  python: {
    packageName: "pulumi_analytics",
    inputTypes: "classes-and-dicts",
    pyproject: { enabled: true },
    requires: { pulumi: ">=3.160.0,<4.0.0" },
    respectSchemaVersion: true,
  },
  go: {
    importBasePath: "pulumi-analytics/sdk/go/analytics",
    generateResourceContainerTypes: true,
    respectSchemaVersion: true,
  },
  csharp: { packageReferences: { Pulumi: "3.*" }, respectSchemaVersion: true },
};

const sorted = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
