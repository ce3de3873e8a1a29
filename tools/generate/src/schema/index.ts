import type { AnyKind, InputFields } from "../../../../provider/src/kinds/declare";
import type { LookupModule } from "../../../../provider/src/lookups/declare";
import { listName } from "../../../../provider/src/lookups/question";
import { buildComponent, components } from "./components";
import { writeExamples } from "./examples";
import type { Converted } from "./examples/converted";
import { buildFunction } from "./functions";
import { buildResource, importSection } from "./resources";
import { buildSettings, defaultProfile } from "./settings";
import { formToken, type PackageSpec } from "./spec";
import { SchemaTypes } from "./types";

/** What `package.json` says of the provider. */
export interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly url: string };
}

/** Pulumi's schema of the plugin: what SDKs in other languages, YAML programs and the engine know of it. */
export function buildSchema(
  { version, description, author, license, keywords, repository }: Manifest,
  kinds: readonly AnyKind[],
  modules: readonly LookupModule[],
  converted: Converted,
): PackageSpec {
  const types = new SchemaTypes();
  const variables = buildSettings(kinds, types);
  const resources = [
    ...kinds.map((kind) => [formToken(kind.name), buildResource(kind, types)] as const),
    ...components.map((component) => [formToken(component.name), buildComponent(component, types)] as const),
  ];
  const functions = modules.flatMap((module) =>
    module.lookups.map((lookup) => [formToken(lookup.question.name), buildFunction(lookup, module, types)] as const),
  );
  /** A kind that a lookup lists: `pulumi do` then has a command for it. */
  const listInputs = (name: string) => {
    const all = functions.find(([one]) => one === formToken(listName(name)))?.[1];
    return all === undefined || (all.inputs.required ?? []).length > 0 ? {} : { listInputs: all.inputs };
  };
  const schema: PackageSpec = {
    name: "analytics",
    displayName: "Analytics",
    version,
    description,
    keywords: [...keywords, "kind/native", "category/infrastructure"],
    publisher: author,
    license,
    homepage: formRepository(repository.url),
    repository: formRepository(repository.url),
    logoUrl: formLogoUrl(repository.url, version),
    pluginDownloadURL: formDownloadUrl(repository.url),
    meta: { moduleFormat: "(.*)", supportPack: true },
    language,
    config: { variables },
    provider: {
      description:
        "The address and credentials of an organization, for the resources and functions that name this provider.",
      inputProperties: { ...variables, profile: types.buildProperty(defaultProfile, "profile") },
    },
    types: types.named,
    resources: sortKeys(
      resources.map(([name, one]) => [name, { ...one, ...listInputs(name.slice(formToken("").length)) }] as const),
    ),
    functions: sortKeys(functions),
  };

  const examples = new Map<string, { readonly example: string; readonly ending?: string | undefined }>([
    ...kinds.map(
      (kind) => [formToken(kind.name), { example: kind.docs.example, ending: importSection(kind) }] as const,
    ),
    ...components.map(({ name, example }) => [formToken(name), { example }] as const),
    ...modules.flatMap(({ lookups }) =>
      lookups.map(({ question, docs }) => [formToken(question.name), { example: docs.example }] as const),
    ),
  ]);
  const getFields = (name: string): InputFields => kinds.find((kind) => kind.name === name)?.fields ?? {};
  const addExample = <Described extends { readonly description: string }>(all: Readonly<Record<string, Described>>) =>
    Object.fromEntries(
      Object.entries(all).map(([name, described]) => {
        const { example, ending } = examples.get(name)!;
        const parts = [described.description, writeExamples(example, schema, getFields, converted), ending];
        return [name, { ...described, description: parts.filter(Boolean).join("\n\n") }];
      }),
    );
  return { ...schema, resources: addExample(schema.resources), functions: addExample(schema.functions) };
}

/** The repository's address, without what npm adds to it. */
const formRepository = (url: string) => url.replace(/^git\+|\.git$/g, "");

/** Where the engine finds the plugin that an SDK needs: the files of the repository's release of that version. */
const formDownloadUrl = (url: string) => formRepository(url).replace("https://github.com/", "github://api.github.com/");

/** The picture beside the name in lists of packages: the one of that version. */
const formLogoUrl = (url: string, version: string) => {
  const files = formRepository(url).replace("https://github.com/", "https://raw.githubusercontent.com/");
  return `${files}/v${version}/docs/images/logo.png`;
};

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
    importBasePath: "github.com/pulumi-analytics/pulumi-analytics/sdk/go/analytics",
    generateResourceContainerTypes: true,
    respectSchemaVersion: true,
  },
  csharp: { packageReferences: { Pulumi: "3.*" }, respectSchemaVersion: true },
};

const sortKeys = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
