import { readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * Names of the schema as Pulumi's generators write them in each language. There is no compiler here for most of them,
 * so that the rules by which one refuses a class are written down: a member with the name of its class, two members
 * with one name, a member that the base class has.
 */

interface Property {
  readonly $ref?: string;
  readonly language?: { readonly csharp?: { readonly name?: string } };
}
type Properties = Readonly<Record<string, Property>>;
interface ObjectType {
  readonly properties?: Properties;
}
interface Schema {
  readonly config: { readonly variables: Properties };
  readonly provider: { readonly inputProperties: Properties };
  readonly types: Readonly<Record<string, ObjectType & { readonly enum?: readonly { readonly name: string }[] }>>;
  readonly resources: Readonly<
    Record<string, { readonly inputProperties: Properties; readonly properties: Properties }>
  >;
  readonly functions: Readonly<Record<string, { readonly inputs: ObjectType; readonly outputs: ObjectType }>>;
}

const file = join(__dirname, "../../../provider/plugin/schema.json");
const schema = JSON.parse(readFileSync(file, "utf8")) as Schema;

/** A class of an SDK, in the words of the schema. */
interface Class {
  readonly name: string;
  readonly is: "resource" | "args" | "data" | "enum";
  /** Names of its members; those of the schema, and those that a language gives them. */
  readonly members: readonly { readonly name: string; readonly csharp?: string | undefined }[];
}

/** How a language names members, and which names a class has already. */
interface Language {
  memberName(member: Class["members"][number]): string;
  /** Whether a member may have the name of its class. */
  readonly allowsOwnName: boolean;
  readonly taken: Readonly<Record<Class["is"], readonly string[]>>;
  /** Names that no class may have. */
  readonly reserved: readonly string[];
}

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const formSnake = (text: string) => text.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

const inJava = "getClass hashCode equals notify notifyAll wait toString clone finalize builder Builder Empty".split(
  " ",
);
const inCsharp = "GetType ToString Equals GetHashCode MemberwiseClone ReferenceEquals Finalize".split(" ");
const pythonWords = (
  "False None True and as assert async await break class continue def del elif else except finally for from " +
  "global if import in is lambda nonlocal not or pass raise return try while with yield"
).split(" ");
const javaWords = (
  "abstract assert boolean break byte case catch char class const continue default do double else enum extends " +
  "final finally float for goto if implements import instanceof int interface long native new package private " +
  "protected public return short static strictfp super switch synchronized this throw throws transient try void " +
  "volatile while true false null"
).split(" ");
const nodeWords = (
  "break case catch class const continue debugger default delete do else enum export extends false finally for " +
  "function if import in instanceof new null return super switch this throw true try typeof var void while with " +
  "yield let static implements interface package private protected public await arguments eval"
).split(" ");

const languages: Readonly<Record<string, Language>> = {
  "C#": {
    memberName: ({ name, csharp }) => csharp ?? capitalize(name),
    allowsOwnName: false,
    taken: {
      resource: [...inCsharp, "Urn", "Id", "Get", "GetResourceName", "GetResourceType"],
      args: [...inCsharp, "Empty"],
      data: inCsharp,
      enum: [...inCsharp, "_value"],
    },
    reserved: ["Analytics", "Pulumi", "System", "Inputs", "Outputs", "Config", "Provider", "Input", "Output", "Type"],
  },
  Java: {
    // The generator gives keywords an underscore.
    memberName: ({ name }) => (javaWords.includes(name) ? `${name}_` : name),
    allowsOwnName: true,
    taken: {
      resource: [...inJava, "urn", "id", "get", "pulumiResourceName", "pulumiResourceType", "pulumiChildResources"],
      args: inJava,
      data: inJava,
      enum: [],
    },
    reserved: (
      "Object String Integer Double Boolean Override Deprecated Void Class Enum Record List Map Optional Objects " +
      "Output Either Codegen Resource CustomResource CustomResourceOptions Export ResourceType CustomType " +
      "EnumType Config Provider Utilities"
    ).split(" "),
  },
  Go: {
    memberName: ({ name }) => capitalize(name),
    allowsOwnName: true,
    taken: {
      resource: ["URN", "ID", "Urn", "Id", "ElementType", "CustomResourceState", "ApplyT", "ApplyTWithContext"],
      args: ["ElementType"],
      data: ["ElementType", "OutputState", "ApplyT", "ApplyTWithContext", "Elem"],
      enum: [],
    },
    reserved: ["Provider", "NewProvider", "PkgVersion"],
  },
  Python: {
    memberName: ({ name }) => (pythonWords.includes(formSnake(name)) ? `${formSnake(name)}_` : formSnake(name)),
    allowsOwnName: true,
    taken: {
      resource: [
        "id",
        "urn",
        "get",
        "opts",
        "resource_name",
        "args",
        "kwargs",
        "pulumi_resource_name",
        "pulumi_resource_type",
      ],
      args: ["opts", "resource_name", "args", "kwargs"],
      data: ["get", "items_", "pulumi", "warnings", "overload"],
      enum: ["name", "value"],
    },
    reserved: ["Any", "Mapping", "Optional", "Sequence", "Union", "Provider", "Config"],
  },
  Node: {
    memberName: ({ name }) => name,
    allowsOwnName: true,
    taken: {
      resource: ["constructor", "id", "urn", "get", "isInstance", "getProvider", "prototype", "__proto__"],
      args: ["constructor", "__proto__"],
      data: ["constructor", "__proto__"],
      enum: [],
    },
    reserved: [
      ...nodeWords,
      "Provider",
      "ProviderArgs",
      "pulumi",
      "utilities",
      "inputs",
      "outputs",
      "enums",
      "types",
      "Object",
    ],
  },
};

const getShortName = (token: string) => token.split(":").at(-1) as string;

function listMembers(properties: Properties = {}): Class["members"] {
  return Object.entries(properties).map(([name, { language }]) => ({ name, csharp: language?.csharp?.name }));
}

/** The classes that a generator makes of the schema. */
const classes: readonly Class[] = [
  ...Object.entries(schema.resources).flatMap(([token, { inputProperties, properties }]): Class[] => [
    { name: getShortName(token), is: "resource", members: listMembers(properties) },
    { name: `${getShortName(token)}Args`, is: "args", members: listMembers(inputProperties) },
  ]),
  { name: "Provider", is: "resource", members: listMembers(schema.config.variables) },
  { name: "ProviderArgs", is: "args", members: listMembers(schema.provider.inputProperties) },
  ...Object.entries(schema.types).flatMap(([token, { properties, enum: values }]): Class[] => {
    const name = getShortName(token);
    if (values !== undefined) return [{ name, is: "enum", members: values }];
    return [
      { name, is: "data", members: listMembers(properties) },
      { name: `${name}Args`, is: "args", members: listMembers(properties) },
    ];
  }),
  ...Object.entries(schema.functions).flatMap(([token, { inputs, outputs }]): Class[] => {
    const name = capitalize(getShortName(token));
    return [
      // In C# the class of a function has no members but its calls.
      { name, is: "data", members: [] },
      { name: `${name}Args`, is: "args", members: listMembers(inputs.properties) },
      { name: `${name}Result`, is: "data", members: listMembers(outputs.properties) },
    ];
  }),
];

/** What a compiler of the language would refuse about a class. */
function listProblems(
  { name, is, members }: Class,
  { memberName, allowsOwnName, taken, reserved }: Language,
): string[] {
  const names = members.map(memberName);
  return [
    ...names.filter((one) => one === name && !allowsOwnName).map((one) => `${name}.${one} has the name of its class`),
    ...names.filter((one) => taken[is].includes(one)).map((one) => `${name}.${one} is a name of every ${is}`),
    ...names.filter((one, at) => names.indexOf(one) !== at).map((one) => `${name}.${one} is there twice`),
    ...(reserved.includes(name) && name !== "Provider" && name !== "ProviderArgs"
      ? [`${name} is a reserved name`]
      : []),
  ];
}

describe.each(Object.entries(languages))("in %s", (_, language) => {
  test("no class has a member that the language refuses", () => {
    expect(classes.flatMap((one) => listProblems(one, language))).toEqual([]);
  });

  test("classes differ in their names", () => {
    const names = classes.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

test("the rules find what they are for", () => {
  const grants: Class = { name: "Grants", is: "resource", members: [{ name: "grants" }] };
  expect(listProblems(grants, languages["C#"]!)).toEqual(["Grants.Grants has the name of its class"]);
  const twice: Class = {
    name: "Tag",
    is: "args",
    members: [{ name: "fromName" }, { name: "from_name" }, { name: "opts" }],
  };
  expect(listProblems(twice, languages.Python!)).toEqual([
    "TagArgs.opts is a name of every args".replace("TagArgs", "Tag"),
    "Tag.from_name is there twice",
  ]);
  const base: Class = { name: "Tag", is: "data", members: [{ name: "notify" }, { name: "default" }] };
  expect(listProblems(base, languages.Java!)).toEqual(["Tag.notify is a name of every data"]);
});

test("a type that Go makes for arrays, maps and outputs has the name of no other", () => {
  const base = [...Object.keys(schema.resources), ...Object.keys(schema.types)].map(getShortName);
  const made = base.flatMap((name) =>
    ["Array", "Map", "Ptr"]
      .flatMap((form) => [`${name}${form}`, `${name}${form}Output`])
      .concat(`${name}Output`, `${name}Input`),
  );
  const all = [...base, ...made];
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
});

test("text is accepted wherever an enum is, for type checkers of Python", () => {
  const enums = Object.entries(schema.types).flatMap(([token, type]) => (type.enum ? [`#/types/${token}`] : []));
  expect(enums).not.toEqual([]);
  const alone: string[] = [];
  const visit = (value: unknown, where: string, isWithText: boolean): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref, oneOf } = value as { readonly $ref?: string; readonly oneOf?: readonly { readonly type?: string }[] };
    if ($ref !== undefined && enums.includes($ref) && !isWithText) alone.push(where);
    for (const [key, inner] of Object.entries(value)) {
      const isUnion = key === "oneOf" && (oneOf ?? []).some(({ type }) => type === "string");
      const items = key === "oneOf" ? (inner as unknown[]) : [inner];
      for (const item of items) visit(item, `${where}.${key}`, isUnion);
    }
  };
  visit({ types: schema.types, resources: schema.resources, functions: schema.functions }, "schema", false);
  expect(alone).toEqual([]);
});
