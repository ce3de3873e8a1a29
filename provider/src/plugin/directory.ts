import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { isUnknown, type Properties, pack, wrapSecret } from "../core/engine";
import { type PlannedModel, planModelDirectory } from "../core/files";
import { unknownValue } from "../core/model/json";
import { describeMissingPart, getOwnValue, prefixErrors } from "../core/text";
import { readStackTable } from "../settings";
import { findMissingInFiles } from "./asked-elements";
import {
  type AliasSpec,
  type Child,
  type Component,
  listDependencies,
  refuseUnknownArguments,
  type Surroundings,
} from "./component";
import { readsElementIds } from "./model-codec";
import { readStruct } from "./struct";
import { keepSecret, open, readMarked } from "./values";

const modelToken = "analytics:index:DataModel";
/** The type of a model in a state of the dynamic provider. */
const formerToken = "pulumi-nodejs:dynamic/analytics:DataModel";

const names = ["path", "folderId", "ownerId", "refs", "allowDelete", "profile", "adopt"];

/** A model of the directory that is registered. */
interface Registered {
  readonly urn: string;
  readonly id: unknown;
  readonly elementIds: unknown;
}

/**
 * The component `DataModelDirectory` for programs in any language: it registers a model for each file of a folder, in
 * dependency order, as children of itself.
 */
export function openDirectory(request: ConstructRequest, { files, isDeclared }: Surroundings): Component {
  const name = request.getName();
  const { values, secrets } = open(readStruct(request.getInputs()));
  const plan = prefixErrors(`DataModelDirectory "${name}"`, () => {
    refuseUnknownArguments(values, names);
    const { path, folderId, refs } = values;
    const { root: project, program } = files;
    const planned = planModelDirectory(
      name,
      { path, folderId, refs },
      { project, program, rules: readStackTable("rules") },
    );
    const forms = Object.fromEntries(planned.models.map(({ file, value }) => [file, value]));
    const missing = files.isYaml ? findMissingInFiles(name, forms, files) : [];
    if (missing.length > 0) throw new Error(missing.join("\n"));
    return planned;
  });
  return {
    warnings: plan.warnings,
    async registerChildren(children) {
      const models = new Map<string, Registered>();
      for (const planned of plan.models) {
        const registered = await children.register(toModel(planned, { request, values, secrets, models, isDeclared }));
        models.set(planned.file, {
          urn: registered.getUrn(),
          id: registered.getId() || unknownValue,
          elementIds: readStruct(registered.getObject())?.elementIds ?? unknownValue,
        });
      }
      return {
        ids: Object.fromEntries([...models].map(([file, { id }]) => [file, id])),
        elementIds: Object.fromEntries([...models].map(([file, { elementIds }]) => [file, elementIds])),
      };
    },
  };
}

interface Context {
  readonly request: ConstructRequest;
  readonly values: Properties;
  readonly secrets: ReadonlySet<string>;
  /** By the names of their files. */
  readonly models: ReadonlyMap<string, Registered>;
  readonly isDeclared: Surroundings["isDeclared"];
}

/** A file's model: what `DataModelDirectory` of the TypeScript package declares. */
function toModel(planned: PlannedModel, context: Context): Child {
  const { request, values, secrets, models } = context;
  const given = (values.refs ?? {}) as Properties;
  const refs: Properties = {};
  const dependencies = new Set([...listDependencies(request, "folderId"), ...listDependencies(request, "ownerId")]);
  for (const { placeholder, name, element } of planned.matches) {
    const model = models.get(name);
    const where = `${planned.path}: !ref ${placeholder}`;
    if (model === undefined) refs[placeholder] = given[name];
    else refs[placeholder] = element === undefined ? model.id : findElement(model, element, where);
    for (const urn of model === undefined ? listDependencies(request, "refs") : [model.urn]) dependencies.add(urn);
  }
  const inputs = {
    name: planned.name,
    description: planned.description,
    folderId: keepSecret({ values, secrets }, "folderId"),
    ownerId: keepSecret({ values, secrets }, "ownerId"),
    profile: keepSecret({ values, secrets }, "profile"),
    adopt: keepSecret({ values, secrets }, "adopt"),
    // What the program created, it deletes without.
    allowDelete: values.adopt !== undefined && values.allowDelete === true ? true : undefined,
    // Packed, not a file: what a file includes may be anywhere in the directory. The check of a file would read only
    // its own folder.
    spec: { ...pack(JSON.stringify(planned.value)), ...readsElementIds },
    file: planned.source.file,
    refs: secrets.has("refs") ? wrapSecret(refs) : refs,
  };
  const inputDependencies: Readonly<Partial<Record<keyof typeof inputs, readonly string[]>>> = {
    folderId: listDependencies(request, "folderId"),
    ownerId: listDependencies(request, "ownerId"),
    profile: listDependencies(request, "profile"),
    adopt: listDependencies(request, "adopt"),
    refs: [...dependencies],
  };
  return {
    type: modelToken,
    name: planned.resource,
    inputs,
    inputDependencies,
    aliases: listAliases(planned, context),
    protect: values.allowDelete !== true,
  };
}

/**
 * The aliases of a model: the one of the dynamic provider, and its former names in both providers. While the program
 * still declares a former resource outside the component, the engine would refuse that alias, and the two are two
 * models.
 */
function listAliases({ formerNames }: PlannedModel, { request, isDeclared }: Context): AliasSpec[] {
  const [stack, project] = [request.getStack(), request.getProject()];
  const types = [modelToken, formerToken];
  const isStillThere = (name: string) =>
    types.some((type) => isDeclared(`urn:pulumi:${stack}::${project}::${type}::${name}`));
  return [
    { type: formerToken },
    ...formerNames
      .filter(({ name, isTop }) => !isTop || !isStillThere(name))
      .flatMap(({ name, isTop }) => types.map((type) => ({ name, type, noParent: isTop }))),
  ];
}

function findElement({ elementIds }: Registered, element: string, where: string): unknown {
  const ids = readMarked(elementIds)?.value ?? elementIds;
  if (isUnknown(ids)) return unknownValue;
  const id = getOwnValue(ids as Properties, element);
  if (id !== undefined) return id;
  throw new Error(describeMissingPart(`element "${element}"`, ids as object, where));
}
