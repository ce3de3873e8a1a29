import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { hasUnknown, isUnknown, type Properties, unpack } from "../core/engine";
import { unknownValue } from "../core/model/json";
import { findSources, type PlannedTag, planRelease } from "../core/release";
import { prefixErrors } from "../core/text";
import { type Child, type Component, listDependencies, refuseUnknownArguments } from "./component";
import { readStruct } from "./struct";
import { keepSecret, type Opened, open, readList, readUrn } from "./values";

const names = ["tag", "documents", "checks", "versions", "adopt", "profile"];

type Planned = PlannedTag<{ readonly type: string; readonly name: string; readonly urn: string }>;

/** A document of the release, as the engine has it. */
interface Document extends Planned {
  readonly id: unknown;
  readonly properties: Properties;
}

/** A tag that is registered. */
interface Tagged {
  readonly document: Document;
  readonly urn: string;
  readonly outputs: Properties;
}

/** The component `Release` for programs in any language: a tag for each document, in dependency order. */
export function openRelease(request: ConstructRequest): Component {
  const name = request.getName();
  const raw = readStruct(request.getInputs()) ?? {};
  const given = open(raw);
  const { versions, planned, checks } = prefixErrors(`Release "${name}"`, () => {
    refuseUnknownArguments(given.values, names);
    const versions = (given.values.versions ?? {}) as Properties;
    if (isUnknown(versions)) throw new Error("versions: its names must be known in a preview; values may be unknown.");
    const documents = listUrns(raw, "documents").map(describeDocument);
    return { versions, planned: planRelease(name, documents, versions), checks: listUrns(raw, "checks") };
  });
  return {
    async registerChildren(children) {
      const documents = await Promise.all(
        planned.map(async (one): Promise<Document> => ({ ...one, ...(await children.readResource(one.document.urn)) })),
      );
      const models = documents.filter(({ isModel }) => isModel);
      const earlier = [...listDependencies(request, "documents"), ...listDependencies(request, "checks"), ...checks];
      const tags = new Map<Document, Promise<Tagged>>();
      const register = (document: Document): void => {
        if (tags.has(document)) return;
        const sources = findModels(document, models);
        for (const source of sources ?? []) register(source);
        const after = document.isModel ? (sources ?? []) : models;
        // Data models that read each other have no order.
        const awaited = Promise.all(after.flatMap((model) => tags.get(model) ?? []));
        tags.set(
          document,
          awaited.then(async (found) => {
            const child = toChild(document, { request, given, versions, earlier, found, sources });
            const registered = await children.register(child);
            return { document, urn: registered.getUrn(), outputs: open(readStruct(registered.getObject())).values };
          }),
        );
      };
      documents.forEach(register);
      const tagged = await Promise.all(tags.values());
      const collect = (property: string) =>
        Object.fromEntries(
          tagged.flatMap(({ document: { key }, outputs }) =>
            outputs[property] == null ? [] : [[key, outputs[property]] as const],
          ),
        );
      return { taggedVersions: collect("taggedVersion"), previousVersions: collect("previousVersion") };
    },
  };
}

/** What a tag is declared with. */
interface Context {
  readonly request: ConstructRequest;
  readonly given: Opened;
  readonly versions: Properties;
  /** The resources that all tags come after. */
  readonly earlier: readonly string[];
  /** The tags that this one comes after. */
  readonly found: readonly Tagged[];
  /** The data models that the document reads from; undefined: not known yet. */
  readonly sources: readonly Document[] | undefined;
}

/** A document's tag: what `Release` of the TypeScript package declares. */
function toChild(document: Document, context: Context): Child {
  const { request, given, versions, earlier, found, sources } = context;
  const { urn } = document.document;
  const type = `${document.type}Tag`;
  const sourceTags = sources?.map((source) => ({
    dataModelId: source.id,
    toVersionTagId: found.find((one) => one.document === source)?.outputs.tagId ?? unknownValue,
  }));
  const tags = found.map((one) => one.urn);
  return {
    type: `analytics:index:${type}`,
    name: document.resource,
    inputs: {
      [document.idField]: document.id,
      tag: keepSecret(given, "tag"),
      version: versions[document.key] ?? document.properties.documentVersion ?? unknownValue,
      dataModelSourceTaggedVersions: sources === undefined ? unknownValue : sourceTags?.length ? sourceTags : undefined,
      adopt: keepSecret(given, "adopt"),
      profile: keepSecret(given, "profile"),
    },
    inputDependencies: {
      [document.idField]: [urn],
      tag: listDependencies(request, "tag"),
      version: versions[document.key] === undefined ? [urn] : listDependencies(request, "versions"),
      dataModelSourceTaggedVersions: [urn, ...(sources ?? []).map((source) => source.document.urn), ...tags],
      adopt: listDependencies(request, "adopt"),
      profile: listDependencies(request, "profile"),
    },
    dependsOn: [...earlier, ...tags],
    aliases: [{ type: `pulumi-nodejs:dynamic/analytics:${type}` }],
  };
}

/** The data models of the release that a document reads from; undefined: not known yet. */
function findModels({ properties, ...one }: Document, models: readonly Document[]): Document[] | undefined {
  const others = models.filter(({ document }) => document !== one.document);
  const { refs } = properties;
  const text = unpack(properties.spec ?? properties.contents);
  // A model that isn't created yet is read by what has an unknown value.
  if (hasUnknown([refs, text])) return undefined;
  return findSources(
    refs,
    text,
    others.map(({ id }) => String(id)),
  ).map((index) => others[index] as Document);
}

function listUrns(raw: Properties, field: string): string[] {
  const value = readList(raw[field]);
  return value.map((item, index) => {
    const urn = readUrn(item);
    if (urn === undefined) throw new Error(`${field}[${index}]: pass the resource itself, not a property of it.`);
    return urn;
  });
}

/** `urn:pulumi:<stack>::<project>::<types of parents>$<type>::<name>`; a name may have colons, too. */
function describeDocument(urn: string): Planned["document"] {
  const [, , qualified = "", ...name] = urn.split("::");
  return { type: qualified.split(/[$:]/).at(-1) ?? "", name: name.join("::"), urn };
}
