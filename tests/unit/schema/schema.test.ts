import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { loadAllKinds } from "../../../provider/src/kinds/registry";
import { lookupModules } from "../../../provider/src/lookups/registry";
import { settingNames } from "../../../provider/src/settings";

/** The schema of the plugin, as it is checked in. */
interface Type {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: Type;
  readonly additionalProperties?: Type;
  readonly oneOf?: readonly Type[];
}

interface Property extends Type {
  readonly description?: string;
  readonly secret?: boolean;
  readonly willReplaceOnChanges?: boolean;
}

type Properties = Readonly<Record<string, Property>>;

interface ObjectType {
  readonly properties: Properties;
  readonly required?: readonly string[];
}

interface Schema {
  readonly version: string;
  readonly config: { readonly variables: Properties };
  readonly provider: { readonly inputProperties: Properties };
  readonly types: Readonly<Record<string, Partial<ObjectType> & { readonly enum?: readonly { value: string }[] }>>;
  readonly resources: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly isComponent?: boolean;
        readonly inputProperties: Properties;
        readonly requiredInputs: readonly string[];
        readonly properties: Properties;
        readonly required: readonly string[];
        readonly aliases?: readonly { readonly type: string }[];
      }
    >
  >;
  readonly functions: Readonly<
    Record<string, { readonly description: string; readonly inputs: ObjectType; readonly outputs: ObjectType }>
  >;
}

const repository = join(__dirname, "../../..");
const text = readFileSync(join(repository, "provider/plugin/schema.json"), "utf8");
const schema = JSON.parse(text) as Schema;
const { types, resources, functions } = schema;
const formToken = (name: string) => `analytics:index:${name}`;
const getResource = (name: string) => resources[formToken(name)]!;

/** Every set of properties, with where it is. */
const all: readonly (readonly [string, ObjectType])[] = [
  ["config", { properties: schema.config.variables }],
  ["provider", { properties: schema.provider.inputProperties }],
  ...Object.entries(types).flatMap(([name, { properties, required = [] }]) =>
    properties === undefined ? [] : [[name, { properties, required }] as const],
  ),
  ...Object.entries(resources).flatMap(([name, { inputProperties, requiredInputs, properties, required }]) => [
    [`${name} inputs`, { properties: inputProperties, required: requiredInputs }] as const,
    [`${name} outputs`, { properties, required }] as const,
  ]),
  ...Object.entries(functions).flatMap(([name, { inputs, outputs }]) => [
    [`${name} inputs`, inputs] as const,
    [`${name} outputs`, outputs] as const,
  ]),
];

const components = ["DataModelDirectory", "Release"];

test("every kind and every lookup is in it, and nothing else but the components", () => {
  const kinds = loadAllKinds().map(({ name }) => formToken(name));
  expect(Object.keys(resources).sort()).toEqual([...kinds, ...components.map(formToken)].sort());
  const lookups = lookupModules.flatMap((module) => module.lookups.map(({ question }) => formToken(question.name)));
  expect(Object.keys(functions).sort()).toEqual(lookups.sort());
  for (const name of components) expect(getResource(name).isComponent).toBe(true);
});

test("it has the version of the package, and every setting", () => {
  const { version } = JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as Schema;
  expect(schema.version).toBe(version);
  expect(Object.keys(schema.config.variables)).toEqual(settingNames);
  expect(Object.keys(schema.provider.inputProperties)).toEqual([...settingNames, "profile"]);
  // An SDK would send what the shell has to the provider, and so to the state.
  expect(text).not.toContain("defaultInfo");
});

test("every property has a description for readers of any language", () => {
  const wrong = all.flatMap(([where, { properties }]) =>
    Object.entries(properties)
      .filter(
        ([, { description = "" }]) => !/^[A-Z`].*[.)]$/s.test(description) || /\{@link|specFile/.test(description),
      )
      .map(([name, { description }]) => `${where}: ${name}: ${description}`),
  );
  expect(wrong).toEqual([]);
  const described = [...Object.values(resources), ...Object.values(functions)].map(({ description }) => description);
  expect(described.filter((one) => one.includes("{@link"))).toEqual([]);
});

test("every type that is named exists and is used, and what is required exists", () => {
  const named = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, ref = ""]) => ref);
  const missing = named.filter((ref) => ref !== "pulumi.json#/Any" && !(ref.replace("#/types/", "") in types));
  expect(missing).toEqual([]);
  expect(Object.keys(types).filter((name) => !named.includes(`#/types/${name}`))).toEqual([]);
  const absent = all.flatMap(([where, { properties, required = [] }]) =>
    required.filter((name) => !(name in properties)).map((name) => `${where}: ${name}`),
  );
  expect(absent).toEqual([]);
});

test("no property has a name that Pulumi or a language reserves", () => {
  const listNames = (properties: Properties) => Object.keys(properties);
  for (const { properties, inputProperties } of Object.values(resources)) {
    for (const reserved of ["id", "urn", "pulumi", "__provider"]) {
      expect(listNames(properties)).not.toContain(reserved);
      expect(listNames(inputProperties)).not.toContain(reserved);
    }
  }
  expect(listNames(schema.provider.inputProperties)).not.toContain("version");
  expect(all.flatMap(([, { properties }]) => listNames(properties)).filter((name) => !/^[a-z]\w*$/.test(name))).toEqual(
    [],
  );
});

test("a named type has the name of no resource, and of no result or arguments that SDKs make", () => {
  const made = [
    ...Object.keys(resources),
    ...Object.keys(functions).flatMap((name) => {
      const pascal = name.replace(/:(\w)(\w*)$/, (_, first: string, rest: string) => `:${first.toUpperCase()}${rest}`);
      return [`${pascal}Result`, `${pascal}Args`];
    }),
  ];
  expect(Object.keys(types).filter((name) => made.includes(name) || name.endsWith("Args"))).toEqual([]);
});

describe("resources", () => {
  test.each(loadAllKinds().map((kind) => [kind.name, kind] as const))("%s", (name, kind) => {
    const { aliases, inputProperties, requiredInputs, properties, required } = getResource(name);
    expect(aliases).toEqual([{ type: `pulumi-nodejs:dynamic/analytics:${name}` }]);

    const listSecret = (of: Properties) => Object.keys(of).filter((field) => of[field]!.secret);
    expect(listSecret(inputProperties)).toEqual(kind.shape.secretInputs);
    expect(listSecret(properties)).toEqual([...kind.shape.secretInputs, ...kind.shape.secretOutputs]);

    const shown = kind.shape.replaceOn.filter((field) => field in inputProperties);
    const replaced = Object.keys(inputProperties).filter((field) => inputProperties[field]!.willReplaceOnChanges);
    expect(replaced.sort()).toEqual([...shown, "profile"].sort());

    expect("adopt" in inputProperties).toBe(kind.adoption !== undefined);
    expect(properties).not.toHaveProperty("adopt");
    for (const field of requiredInputs.filter((one) => one in properties)) expect(required).toContain(field);
    const hidden = Object.entries({ ...kind.fields, ...kind.outputs }).filter(([, { internal }]) => internal);
    for (const [field] of hidden) {
      if (["spec", "contents", "refs", "tagId"].includes(field)) continue;
      expect({ ...inputProperties, ...properties }).not.toHaveProperty(field);
    }
  });

  test("a data model takes any representation, and has the ids of elements", () => {
    const { inputProperties, requiredInputs, properties, required } = getResource("DataModel");
    expect(inputProperties).toMatchObject({
      spec: { $ref: "pulumi.json#/Any" },
      refs: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } },
    });
    expect(requiredInputs).toEqual(["name", "folderId", "spec"]);
    expect(properties).toMatchObject({
      documentVersion: { type: "integer" },
      elementIds: { type: "object", additionalProperties: { type: "string" } },
    });
    expect(required).toEqual(["name", "folderId", "url", "documentVersion", "elementIds"]);
    for (const field of ["spec", "refs", "ids"]) expect(properties).not.toHaveProperty(field);
  });

  test("a tag is named on a document", () => {
    expect(getResource("WorkbookTag").inputProperties).toMatchObject({
      tag: { type: "string" },
      tagId: { type: "string" },
    });
    expect(getResource("WorkbookTag").requiredInputs).toEqual(["workbookId", "tag"]);
  });

  test.each([
    { name: "DataModelDirectory", required: ["path", "folderId"], outputs: ["ids", "elementIds"] },
    { name: "Release", required: ["tag", "documents"], outputs: ["taggedVersions", "previousVersions"] },
  ])("the component $name has the arguments of the class", ({ name, required, outputs }) => {
    const file = name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    const page = readFileSync(join(repository, `docs/resources/${file}.md`), "utf8");
    const args = /## Arguments\n(.*?)\n## /s.exec(page)?.[1] ?? "";
    const documented = [...args.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    const { inputProperties, requiredInputs, properties } = getResource(name);
    expect(Object.keys(inputProperties)).toEqual(documented);
    expect(requiredInputs).toEqual(required);
    expect(Object.keys(properties)).toEqual(outputs);
  });
});

describe("forms of an object", () => {
  test("are one type, which says what goes with which form", () => {
    const { properties = {}, required } = types[formToken("Credential")]!;
    expect(required).toEqual(["authMethod"]);
    expect(Object.keys(properties)).toEqual([
      "authMethod",
      "basic",
      "bearer",
      "apiKey",
      "oAuthClientCredentials",
      "awsSigV4",
    ]);
    expect(properties.basic!.description).toMatch(/^With `basic`: /);
    expect(types[formToken("CredentialAuthMethod")]!.enum!.map(({ value }) => value)).toEqual(
      Object.keys(properties).slice(1),
    );
  });

  test("secret parts are marked", () => {
    const marked = all.flatMap(([where, { properties }]) =>
      Object.keys(properties)
        .filter((name) => properties[name]!.secret && where.startsWith(formToken("")))
        .map((name) => `${where.replace(formToken(""), "")}.${name}`),
    );
    expect(marked.filter((one) => !one.includes(" "))).toEqual([
      "ApiKeyCredential.value",
      "AwsSigV4Credential.secretAccessKey",
      "AwsSigV4Credential.sessionToken",
      "BasicCredential.password",
      "BearerCredential.token",
      "OAuthClientCredential.clientSecret",
      "Profile.clientSecret",
    ]);
  });
});

describe("functions", () => {
  const lookups = lookupModules.flatMap((module) => module.lookups);

  test.each(lookups.map((lookup) => [lookup.question.name, lookup] as const))("%s", (name, { question, isList }) => {
    const { inputs, outputs, description } = functions[formToken(name)]!;
    const { required = [], oneOf = [], optional = [] } = question;
    expect(Object.keys(inputs.properties).sort()).toEqual([...required, ...oneOf, ...optional, "profile"].sort());
    expect(inputs.required ?? []).toEqual(required);
    const choice = oneOf
      .map((field) => `\`${field}\``)
      .join(", ")
      .replace(/, (?=[^,]*$)/, " and ");
    if (choice !== "") expect(description).toContain(`Exactly one of ${choice} is required.`);
    if (isList) expect(outputs).toMatchObject({ properties: { items: { type: "array" } }, required: ["items"] });
  });

  test("a lookup whose result extends another's has its fields too", () => {
    expect(Object.keys(functions[formToken("getTeam")]!.outputs.properties)).toEqual(
      expect.arrayContaining(["id", "name", "members", "createdBy"]),
    );
  });
});

describe("examples", () => {
  const described = Object.entries({ ...resources, ...functions });
  const readBlock = (description: string, language: string) =>
    new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, "s").exec(description)?.[1] ?? "";

  test.each(described)("%s is shown in YAML that uses only what there is", (name, { description }) => {
    const program = load(readBlock(description, "yaml")) as Program;
    const shortName = name.replace(":index", "");
    const invokes = Object.values(program.variables ?? {}).map((variable) => variable["fn::invoke"]);
    const used = [
      ...Object.values(program.resources ?? {}).map(({ type }) => type),
      ...invokes.map((one) => one.function),
    ];
    expect(used).toContain(shortName);

    const formFullToken = (short: string) => short.replace("analytics:", formToken(""));
    for (const { type, properties } of Object.values(program.resources ?? {})) {
      const { inputProperties, requiredInputs } = resources[formFullToken(type)]!;
      checkObject({ properties: inputProperties, required: requiredInputs }, properties);
    }
    for (const invoke of invokes)
      checkObject(functions[formFullToken(invoke.function)]!.inputs, invoke.arguments ?? {});

    const outputsOf = new Map<string, Properties>([
      ...Object.entries(program.resources ?? {}).map(
        ([key, { type }]) => [key, { ...resources[formFullToken(type)]!.properties, id: { type: "string" } }] as const,
      ),
      ...Object.entries(program.variables ?? {}).map(
        ([key, variable]) =>
          [key, functions[formFullToken(variable["fn::invoke"].function)]!.outputs.properties] as const,
      ),
    ]);
    for (const [, variable = "", property] of JSON.stringify(program).matchAll(/\$\{(\w+)(?:\.(\w+))?[^}]*\}/g)) {
      // A whole resource, or a setting.
      if (property === undefined) expect({ ...program.config, ...program.resources }).toHaveProperty(variable);
      else expect(outputsOf.get(variable)).toHaveProperty(property);
    }
  });

  test.each(described)("%s is shown in TypeScript and Python", (name, { description }) => {
    const [, short = ""] = /(\w+)$/.exec(name) ?? [];
    const snake = short.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
    expect(readBlock(description, "typescript")).toContain('import * as analytics from "pulumi-analytics/native";');
    expect(readBlock(description, "typescript")).toContain(`analytics.${short}`);
    expect(readBlock(description, "python")).toContain("import pulumi_analytics as analytics");
    expect(readBlock(description, "python")).toContain(`analytics.${name in resources ? short : snake}(`);
  });
});

interface Program {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<
    Record<string, { readonly "fn::invoke": { readonly function: string; readonly arguments?: object } }>
  >;
  readonly resources?: Readonly<Record<string, { readonly type: string; readonly properties: object }>>;
}

/** That an object has the required properties of a type, and no others than the type has. */
function checkObject({ properties, required = [] }: ObjectType, value: object): void {
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(value)));
  expect(Object.keys(value)).toEqual(expect.arrayContaining([...required]));
  for (const [name, one] of Object.entries(value)) checkValue(properties[name]!, one);
}

function checkValue(type: Type, value: unknown): void {
  const { $ref = "", items, additionalProperties, oneOf } = type;
  const { properties, required, enum: values } = types[$ref.replace("#/types/", "")] ?? {};
  if (values !== undefined) expect(values.map((one) => one.value)).toContain(value);
  if (properties !== undefined) checkObject({ properties, required: required ?? [] }, value as object);
  if (items !== undefined) for (const item of value as unknown[]) checkValue(items, item);
  if (additionalProperties !== undefined)
    for (const item of Object.values(value as object)) checkValue(additionalProperties, item);
  if (["string", "integer", "boolean"].includes(type.type ?? "") && oneOf === undefined) {
    const isReference = typeof value === "string" && value.startsWith("${");
    if (!isReference) expect(typeof value).toBe(type.type === "integer" ? "number" : type.type);
  }
}
