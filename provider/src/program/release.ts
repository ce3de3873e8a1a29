import * as pulumi from "@pulumi/pulumi";
import { findSources, type PlannedTag, planRelease, type ReleasedType } from "../core/release";
import { prefixErrors } from "../core/text";
import type { DataModel } from "./data-model";
import { DataModelTag, type DataModelTagArgs } from "./generated/data-model-tag";
import { ReportTag } from "./generated/report-tag";
import type { Tag } from "./generated/tag";
import { WorkbookTag } from "./generated/workbook-tag";
import type { Report } from "./report";
import { type AnalyticsResource, createProgramError, givenName } from "./resource";
import type { Workbook } from "./workbook";

/** A document that a release tags. */
export type ReleasedDocument = DataModel | Workbook | Report;

/** Arguments of {@link Release}. */
export interface ReleaseArgs {
  /** The tag, its name or its id. */
  tag: pulumi.Input<string> | Tag;
  /** The documents of the program to tag, in any order. */
  documents: readonly ReleasedDocument[];
  /** Resources that must succeed before any tag is put on or moved. Default: none. */
  checks?: readonly pulumi.Resource[];
  /**
   * Versions to tag instead of the latest, by the names of the documents' resources, such as `{ orders: 7 }`. A name
   * that two documents have is followed by the type: `sales-Workbook`. Default: none.
   */
  versions?: Readonly<Record<string, pulumi.Input<number>>>;
  /** Whether to adopt the tag where a document has it already. Default: false. */
  adopt?: pulumi.Input<boolean>;
  /** The named profile (`analytics:profiles.<name>`) that the documents belong to. */
  profile?: pulumi.Input<string>;
}

type Planned = PlannedTag<{ readonly type: string; readonly name: string; readonly resource: ReleasedDocument }>;
type DocumentTag = DataModelTag | WorkbookTag | ReportTag;

/**
 * A release of documents: one tag on the latest versions of data models, workbooks and reports, for readers who open
 * the tagged versions.
 *
 * `up` first writes all documents, then runs the checks, then tags the data models in dependency order, and then the
 * workbooks and reports. If a document or a check fails, no tag moves. A tagged workbook, report or data model reads
 * the tagged versions of the data models in `documents`; it reads others as the document does.
 *
 * To roll back, pin the former version in `versions`, and run `up`: the tag moves back, and the document keeps its
 * latest version. `previousVersions` has the versions that had the tag before it moved. Without the pin, the next `up`
 * moves the tag to the latest version again. While a document or a check fails, use `up --target '**::<release>-*'`.
 *
 * Its resources are a `DataModelTag`, `WorkbookTag` or `ReportTag` for each document, named
 * `<release>-<name of the document>`. Removing a document from the release, and `pulumi destroy`, remove the tag from
 * workbooks and reports. The API can't remove a tag from a data model: the tag stays, and a message says so; deleting
 * the {@link Tag} removes it.
 *
 * Permissions: an account type with "Apply tags", and Can edit access to the documents.
 *
 * @example
 * ```ts
 * const folder = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
 * const orders = new analytics.DataModel("orders", {
 *   name: "Orders", folderId: folder.id, spec: analytics.specFile("models/orders.yaml"),
 * });
 * const production = new analytics.Tag("production", { name: "Production", color: "grass" });
 * const release = new analytics.Release("production", { tag: production, documents: [orders] });
 * export const previous = release.previousVersions;
 * ```
 */
export class Release extends pulumi.ComponentResource {
  /** @internal The classes of the tags. */
  protected static readonly Tags: Readonly<
    Record<ReleasedType, new (name: string, args: never, options: pulumi.CustomResourceOptions) => DocumentTag>
  > = { DataModel: DataModelTag, Workbook: WorkbookTag, Report: ReportTag };

  /** The versions that have the tag, by the names of the documents' resources. */
  readonly taggedVersions: pulumi.Output<Record<string, number>>;
  /** The versions that had the tag before it last moved, where it has moved. */
  readonly previousVersions: pulumi.Output<Record<string, number>>;

  /**
   * @throws when a document is there twice or isn't a data model, workbook or report, or `versions` names another.
   */
  constructor(name: string, args: ReleaseArgs, options?: pulumi.ComponentResourceOptions) {
    super("analytics:index:Release", name, {}, options);
    const { documents, versions = {} } = args;
    const planned: readonly Planned[] = prefixErrors(
      `Release "${name}"`,
      () => planRelease(name, documents.map(describeDocument), versions),
      createProgramError,
    );
    const { Tags } = new.target;
    const models = planned.filter(({ isModel }) => isModel);
    const tags = new Map<Planned, DocumentTag>();
    for (const one of planned) {
      const { key, resource, type, isModel, document } = one;
      const sources = findModels(one, models);
      const { adopt, profile } = args;
      const declared = {
        [one.idField]: document.resource,
        tag: args.tag,
        version: versions[key] ?? document.resource.documentVersion,
        dataModelSourceTaggedVersions: sources.apply((found) => readTagged(args.tag, found, tags)),
        adopt,
        profile,
      };
      tags.set(
        one,
        new Tags[type](resource, declared as never, {
          parent: this,
          dependsOn: [
            ...documents,
            ...(args.checks ?? []),
            ...(isModel ? [] : [...tags].flatMap(([{ isModel }, tag]) => (isModel ? tag : []))),
            sources.apply((found) => found.map((source) => tags.get(source) as DocumentTag)),
          ] as pulumi.Input<pulumi.Resource>[],
        }),
      );
    }
    const collect = (property: "taggedVersion" | "previousVersion") =>
      pulumi
        .all(
          [...tags].map(([{ key }, tag]) =>
            (tag[property] as pulumi.Output<number | undefined>).apply((version) => [key, version] as const),
          ),
        )
        .apply((all) => Object.fromEntries(all.filter(([, version]) => version !== undefined)));
    this.taggedVersions = collect("taggedVersion") as pulumi.Output<Record<string, number>>;
    this.previousVersions = collect("previousVersion") as pulumi.Output<Record<string, number>>;
    this.registerOutputs({ taggedVersions: this.taggedVersions, previousVersions: this.previousVersions });
  }
}

function describeDocument(resource: ReleasedDocument): Planned["document"] {
  const { __pulumiType = "" } =
    (resource as { readonly constructor?: Partial<typeof AnalyticsResource> }).constructor ?? {};
  const { [givenName]: name = "" } = resource as { readonly [givenName]?: string };
  return { type: __pulumiType.split(":").at(-1) || "value that is no resource", name, resource };
}

/** The data models of the release that a document reads from. */
function findModels(one: Planned, models: readonly Planned[]): pulumi.Output<Planned[]> {
  const { resource } = one.document;
  const text: pulumi.Output<string> = "spec" in resource ? resource.spec : resource.contents;
  const ids = Promise.all(models.map(({ document }) => readKnown(document.resource.id)));
  const found = pulumi
    .all([resource.refs, text, ids])
    .apply(([refs, text, ids]) => findSources(refs, text, ids).map((index) => models[index] as Planned))
    .apply((found) => found.filter((source) => source !== one));
  // Which of the program's own models it reads is no secret, as a value among them may be.
  return pulumi.unsecret(found);
}

/** The value of an output; empty while it isn't known, which the SDK's types don't tell. */
async function readKnown(output: pulumi.Output<string>): Promise<string> {
  const { isKnown, promise } = output as unknown as { isKnown: Promise<boolean>; promise(): Promise<string> };
  return (await isKnown) ? promise.call(output) : "";
}

/** What the tagged version of a document reads instead of the latest versions; undefined: nothing else. */
function readTagged(
  tag: ReleaseArgs["tag"],
  sources: readonly Planned[],
  tags: ReadonlyMap<Planned, DocumentTag>,
): DataModelTagArgs["dataModelSourceTaggedVersions"] | undefined {
  if (sources.length === 0) return undefined;
  return pulumi.all(
    sources.map((source) => ({
      dataModelId: source.document.resource.id,
      // The id in the state of a tag on a document isn't known while that is updated.
      toVersionTagId: pulumi.CustomResource.isInstance(tag) ? tag.id : (tags.get(source) as DocumentTag).tagId,
    })),
  );
}
