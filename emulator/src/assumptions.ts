import { z } from "zod";
import { workbookRewritingNames } from "./workbook/rewritings";

/**
 * Everything that the platform's documentation leaves open or contradicts, one switch each.
 *
 * A client has to work with every value here; the defaults are what people report, or else the readings that forgive
 * least. Each switch is obeyed in exactly one place, and the README lists them with what is known and from where.
 */
export const assumptions = {
  /** Status of a second tag with the same name. */
  duplicateTagStatus: z.union([z.literal(400), z.literal(409)]).default(409),
  /** Deleting a tag that documents carry: taken off them, or refused. */
  deleteTagInUse: z.enum(["untag", "refuse"]).default("untag"),
  /** A changed color of a tag: stored, or ignored. */
  tagColorUpdate: z.enum(["changes", "ignored"]).default("changes"),
  /** Whether two teams may have one name. */
  teamNames: z.enum(["free", "unique"]).default("free"),
  /** Whether who creates a team becomes a member of it. */
  teamCreator: z.enum(["joins", "stays-out"]).default("joins"),
  /** A team's new member whom nobody knows: a 404 that names the member, or a 400. */
  unknownTeamMembers: z.enum(["not-found", "refuse"]).default("not-found"),
  /** Adding a member who is one already, or removing one who isn't: no effect, or a 400. */
  repeatedMembership: z.enum(["ignore", "refuse"]).default("refuse"),
  /** A deleted team: gone, or readable by id with `isArchived: true`. */
  deletedTeams: z.enum(["gone", "archived"]).default("archived"),
  /** Deactivating oneself or the last administrator: carried out, or a 400. */
  lockout: z.enum(["accept", "refuse"]).default("accept"),
  /**
   * Where what was in the personal area of a deactivated member goes: to `Archived Users/<name>` in that of the new
   * owner, or straight there.
   */
  inheritedDocuments: z.enum(["archived-users", "home"]).default("archived-users"),
  /** The email address of a member: kept as sent, or in lower case. */
  memberEmails: z.enum(["as-sent", "lowercased"]).default("lowercased"),
  /** Writes of members, which an identity provider may manage (SCIM): carried out, or a 403. */
  provisionedMembers: z.enum(["accept", "refuse"]).default("accept"),
  /** Whether two account types may have one name. */
  accountTypeNames: z.enum(["free", "unique"]).default("free"),
  /** Permissions that others imply, such as publishing with tagging: added, or not. */
  impliedPermissions: z.enum(["added", "as-sent"]).default("added"),
  /** The update of an account type's permissions: a 404, or a `PATCH` with all permissions. */
  accountTypeUpdate: z.enum(["absent", "patch"]).default("absent"),
  /** Whether two user attributes may have one name. */
  userAttributeNames: z.enum(["free", "unique"]).default("free"),
  /** The update of a user attribute: a 404, or a `PATCH` with the fields of the create. */
  userAttributeUpdate: z.enum(["absent", "patch"]).default("absent"),
  /** Where an archived deployment policy can still be seen. */
  archivedPolicies: z.enum(["hidden", "readable", "listed"]).default("hidden"),
  /** Whether two deployment policies may have the same name, and whether an archived one still holds its name. */
  policyNames: z.enum(["free", "unique", "unique-for-ever"]).default("free"),
  /** Deleted files and data models: as if they had never been, or readable by id with `isArchived: true`. */
  deletedFiles: z.enum(["not-found", "archived"]).default("not-found"),
  /** A new owner of a file, other than an administrator, who has no access to it: refused, or not. */
  newOwners: z.enum(["need-access", "any"]).default("need-access"),
  /** Deleting a folder that isn't empty. */
  deleteFullFolder: z.enum(["recursive", "refuse"]).default("recursive"),
  /** Whether a 404 carries a `code`. */
  codeOnNotFound: z.boolean().default(false),
  /** Status of a PUT whose `documentVersion` isn't the latest any more. */
  staleVersionStatus: z.union([z.literal(400), z.literal(409), z.literal(412)]).default(409),
  /** Whether renaming or moving a data model makes a new version of it. */
  renameMakesVersion: z.boolean().default(false),
  /** Fields of a body that the contract doesn't know: dropped, a 400, or (inside a spec) stored and returned. */
  unknownFields: z.enum(["ignore", "refuse", "keep"]).default("ignore"),
  /** Query parameters that an operation doesn't have: ignored, or a 400. */
  unknownQuery: z.enum(["ignore", "refuse"]).default("ignore"),
  /** References to warehouse columns: kept as sent, or given friendly names on connections that use them. */
  friendlyNames: z.enum(["as-sent", "rewritten"]).default("rewritten"),
  /** Names of columns and tables that equal the derived ones: kept, or left out. */
  derivedNames: z.enum(["kept", "omitted"]).default("omitted"),
  /** Space around the names of columns and the parts of references. */
  surroundingSpace: z.enum(["kept", "trimmed"]).default("trimmed"),
  /** Blank lines at both ends of an SQL statement. */
  sqlBlankLines: z.enum(["kept", "trimmed"]).default("trimmed"),
  /** Space and line breaks at both ends of any text of any object. */
  textEnds: z.enum(["kept", "trimmed"]).default("kept"),
  /** Hosts in URLs and allowlists. */
  hostCase: z.enum(["as-sent", "lowercased"]).default("as-sent"),
  /** A slash at the end of a URL. */
  urlEnds: z.enum(["kept", "trimmed"]).default("kept"),
  /** A second column of one name in a table: kept, or called `Name (1)`. */
  duplicateColumnNames: z.enum(["as-sent", "numbered"]).default("numbered"),
  /** A metric that has the name of one that its table inherits: becomes `Name (1)`, or stays. */
  inheritedMetricNames: z.enum(["as-sent", "numbered"]).default("numbered"),
  /** The name of a table that is a union: kept, or left out, with `Union of N Sources` in the formulas. */
  unionNames: z.enum(["kept", "dropped"]).default("dropped"),
  /** A join of type `lookup`: kept, or stored as the left outer join that it is. */
  lookupJoins: z.enum(["kept", "left-outer"]).default("left-outer"),
  /** `joinType` and `primarySource` of a join that lacks them. */
  joinDefaults: z.enum(["as-sent", "written"]).default("written"),
  /** `nulls` of a sort that lacks it: absent, or `connection-default`. */
  sortNulls: z.enum(["as-sent", "written"]).default("written"),
  /** `visibleAsSource: true`: as sent, always left out, or always written. */
  visibleAsSource: z.enum(["as-sent", "omitted", "written"]).default("omitted"),
  /** `mode`, `selectionMode`, the empty choice, `includeNulls` and the scale of a control that lacks them. */
  controlDefaults: z.enum(["as-sent", "written"]).default("written"),
  /** `mode`, `values` and `includeNulls` of a filter that lacks them. */
  filterDefaults: z.enum(["as-sent", "written"]).default("written"),
  /** A list filter, or a target of a list control, on a column of numbers or dates. */
  unsuitableListTargets: z.enum(["kept", "dropped"]).default("dropped"),
  /** `values` of a list with a single choice, and ends of a date range that aren't full UTC timestamps. */
  unfitControlValues: z.enum(["kept", "dropped"]).default("dropped"),
  /** `documentVersion` in a PUT: ignored, or a lock that refuses an old one. */
  versionLock: z.enum(["ignored", "refuse"]).default("refuse"),
  /**
   * The other materialization schedules of a data model, after a PUT that removes elements: kept, deleted with the
   * schedule of an element that is removed, or deleted with any element.
   */
  schedulesOnRemoval: z.enum(["kept", "deleted", "deleted-always"]).default("deleted"),
  /** A PUT: leaves the visibility of elements alone, or turns it off for the first visible one. */
  visibilityOnPut: z.enum(["kept", "off"]).default("kept"),
  /** A PUT: leaves the names of elements alone, or changes that of the first table. */
  namesOnPut: z.enum(["kept", "changed"]).default("kept"),
  /** Which form of `schemaVersion` a write may have. */
  schemaVersionAccepted: z.enum(["number", "either"]).default("number"),
  /** Which form of `schemaVersion` a read has. */
  schemaVersionReturned: z.enum(["number", "string"]).default("number"),
  /**
   * Values of a spec that say nothing (`hidden: false`, `op: "="`, empty lists): returned as sent, dropped, or written
   * out.
   */
  specDefaults: z.enum(["as-sent", "omitted", "written"]).default("omitted"),
  /**
   * Ids of columns that are a plain column of a warehouse or statement: short like any other, or
   * `inode-<url id of the table>/<COLUMN>` and `<COLUMN>`.
   */
  warehouseColumnIds: z.enum(["short", "inode"]).default("short"),
  /** Whether the columns of a model list its metrics, too: as rows that no element has. */
  metricsInColumns: z.boolean().default(false),
  /** Ids that exist and are sent again on PUT: kept, or replaced (those of elements only, or all). */
  reassignIdsOnPut: z.union([z.boolean(), z.literal("elements")]).default(false),
  /** A tag that was taken off a workbook or report: no longer listed there, or listed as archived. */
  formerDocumentTags: z.enum(["hidden", "archived"]).default("archived"),
  /** A relationship in a PUT that names both parts that exist and new ones. */
  mixedRelationshipIds: z.enum(["accept", "refuse"]).default("refuse"),
  /** A relationship between tables of two pages. */
  relationshipsAcrossPages: z.enum(["accept", "refuse"]).default("refuse"),
  /** Two filters of a table on the same column. */
  filtersOfOneColumn: z.enum(["accept", "refuse"]).default("refuse"),
  /** A format of numbers whose `formatString` isn't one of d3. */
  invalidNumberFormats: z.enum(["accept", "refuse"]).default("refuse"),
  /** Two tables of one model with the same name. */
  duplicateTableNames: z.enum(["accept", "refuse"]).default("accept"),
  /** A warehouse path that the connection's catalog doesn't have. */
  unknownWarehousePath: z.enum(["accept", "refuse"]).default("refuse"),
  /**
   * A formula that refers to an element, or to a column of one, that isn't there: a 400, or a column of type `error`.
   */
  danglingReferences: z.enum(["refuse", "accept"]).default("refuse"),
  /** The text of that 400: `Dependency not found: …`, or the one that also names the table. */
  danglingReferenceText: z.enum(["short", "long"]).default("short"),
  /** Several formulas of a data model that are refused: a 400 that only counts them, or that names the first. */
  severalFaults: z.enum(["count", "first"]).default("count"),
  /** Whether references across elements mind the case of the names of elements and columns. */
  referenceCase: z.enum(["insensitive", "sensitive"]).default("sensitive"),
  /** Whether references may say the label of a column that a join or relationship brings: `[Orders/Region (Customer)]`. */
  columnLabels: z.enum(["resolve", "refuse"]).default("resolve"),
  /**
   * Formulas that can't be parsed: a 400 for `And(…)` and `Or(…)` only, for every unknown function and unmatched
   * bracket, or for none.
   */
  invalidFormulas: z.enum(["operators", "all", "accept"]).default("operators"),
  /**
   * Bodies that look like styles, such as those with `rgb(`: the gateway in front refuses them with a page of HTML, or
   * lets them through.
   */
  stylesInBodies: z.enum(["refuse", "accept"]).default("refuse"),
  /** When the writes of a spec, without `Accept`, answer YAML: where the request's body is YAML, always, or never. */
  yamlWithoutAccept: z.enum(["as-sent", "always", "never"]).default("as-sent"),
  /** An empty description: returned as an empty string, or left out. */
  emptyDescription: z.enum(["keep", "omit"]).default("keep"),
  /** Status of a token request with a client id nobody has, such as one of another region. A wrong secret is a 400. */
  unknownClientStatus: z.union([z.literal(400), z.literal(401)]).default(400),
  /** Whether the client's id and secret may come as HTTP Basic instead of form fields. */
  basicOnToken: z.boolean().default(true),
  /** Whether teams and members answer a bare array when neither `page` nor `limit` is asked for. */
  bareLists: z.boolean().default(false),
  /** What `nextPage` looks like, other than in lists of columns and queries: a decimal number, or opaque. */
  cursors: z.enum(["offset", "opaque"]).default("offset"),
  /** Whether lists say `total` and `hasMore`. */
  listTotals: z.boolean().default(true),
  /** A page size above the maximum. */
  oversizedPage: z.enum(["refuse", "clamp"]).default("clamp"),
  /** What `search` in the lists of members does: filters, or nothing. */
  memberSearch: z.enum(["filters", "ignored"]).default("filters"),
  /** The endpoints of datasets, which were announced to end on 15 September 2026: served, or a 410. */
  datasetEndpoints: z.enum(["served", "gone"]).default("served"),
  /** A query parameter, whichever, on the sources of a workbook. */
  workbookSourcesQuery: z.enum(["refuse", "ignore"]).default("refuse"),
  /** `PATCH /v2/workbooks/{id}`, which the contract doesn't list: a 200 that changes nothing, or a 404. */
  workbookPatch: z.enum(["no-op", "not-found"]).default("no-op"),
  /** Status of the lineage of a workbook or report that has no lineage graph, as an empty one. */
  missingLineage: z.union([z.literal(400), z.literal(403), z.literal(404)]).default(400),
  /** Settings of the organization that no description has, the audit log and sample connections: on or off, or a 404. */
  undescribedSettings: z.enum(["switches", "missing"]).default("switches"),
  /** Elements without a lineage by their type, such as texts and controls: in the lists of elements, or not. */
  elementsWithoutLineage: z.enum(["unlisted", "listed"]).default("unlisted"),
  /** Status of the lineage of an element that should have a lineage graph, and has none. */
  missingElementLineage: z.union([z.literal(400), z.literal(403), z.literal(500)]).default(500),
  /**
   * What is in the personal area of another member: out of the list of files, a 403 by id too, or like any other file.
   */
  othersDocuments: z.enum(["unlisted", "forbidden", "listed"]).default("unlisted"),
  /**
   * Documents in the personal area of another member, in the lists of workbooks, reports and data models: there, or
   * only with `skipPermissionCheck`.
   */
  unsharedDocuments: z.enum(["listed", "unlisted"]).default("listed"),
  /**
   * The personal area of the client's member among the workspaces: listed as `User Folder`, or absent, as for some
   * service accounts.
   */
  personalWorkspace: z.enum(["listed", "absent"]).default("listed"),
  /** Workspaces by their id: readable, or a 403, as for a client whose member has only been given what is in them. */
  workspaceAccess: z.enum(["granted", "forbidden"]).default("granted"),
  /**
   * Whether two workspaces may have one name: with `noDuplicates` a second one is answered with the ids of the first,
   * or a 409.
   */
  workspaceNames: z.enum(["free", "unique", "conflict"]).default("free"),
  /** Deleting a workspace that isn't empty. */
  deleteFullWorkspace: z.enum(["recursive", "refuse"]).default("refuse"),
  /**
   * Which id an inode has in grants: its own, but that of its url for a path of a connection; or always one of them.
   */
  grantInodeIds: z.enum(["url-for-paths", "uuid", "url"]).default("url-for-paths"),
  /** A grant of more than a grantee has already: stands beside the one there is, or replaces it. */
  raisedGrants: z.enum(["beside", "replaced"]).default("beside"),
  /** The operations for the grants of one kind of object: raise access only, or set it. */
  ownGrants: z.enum(["raise", "set"]).default("raise"),
  /** A connection's id in `/v2/grants`: unknown, since connections have operations of their own, or known. */
  connectionGrants: z.enum(["own", "generic"]).default("own"),
  /** Status of a grant on an object, or to a member or team, that doesn't exist. */
  unknownGrantStatus: z.union([z.literal(400), z.literal(404)]).default(404),
  /** Whether who creates a folder or document gets a grant on it that can be seen. */
  creatorGrants: z.enum(["hidden", "visible"]).default("hidden"),
  /** A PATCH of an export schedule with nothing but `suspensionAction`: without effect, or obeyed. */
  loneSuspension: z.enum(["ignored", "obeyed"]).default("ignored"),
  /**
   * Formats, parts of documents and conditions in answers of export schedules: in the form that the description has for
   * answers, or as they were sent.
   */
  scheduleAnswers: z.enum(["described", "echoed"]).default("described"),
  /**
   * `configV2` in a PATCH of an export schedule: the whole, so that what it lacks gets its default, or merged key by
   * key.
   */
  scheduleConfigPatch: z.enum(["replaces", "merges"]).default("replaces"),
  /** A second embed of the same part of a workbook: another one, or a 409. */
  repeatedEmbeds: z.enum(["another", "refuse"]).default("another"),
  /** The body of a 404 for a path that the organization doesn't have: JSON, or none, and its header says why. */
  unmatchedBody: z.enum(["json", "empty"]).default("json"),
  /**
   * The operations that create, change and delete materialization schedules: served, or absent (404), as in an
   * organization without the beta.
   */
  materializationScheduleWrites: z.enum(["absent", "present"]).default("present"),
  /** Status of a second materialization schedule for an element. */
  repeatedMaterializationStatus: z.union([z.literal(400), z.literal(409)]).default(409),
  /** The right to start a run of a materialization: granted, or missing (403). */
  materializePermission: z.enum(["granted", "missing"]).default("granted"),
  /** What becomes of a run of a materialization. */
  materializationOutcome: z.enum(["ready", "failed", "expired", "canceled", "skipped"]).default("ready"),
  /** `elementId` of a listed materialization schedule: left out, or as described. */
  materializationElementIds: z.enum(["absent", "present"]).default("absent"),
  /** Status of putting a tag that doesn't exist on a document. */
  unknownTagStatus: z.union([z.literal(400), z.literal(404)]).default(404),
  /** A sync on a connection where people sign in themselves, without `useServiceAccount`: a 403, or carried out. */
  oauthSyncs: z.enum(["refuse", "accept"]).default("refuse"),
  /** Whether two connections may have one name. */
  connectionNames: z.enum(["free", "unique"]).default("free"),
  /** Secrets that a PUT of a connection leaves out. */
  connectionSecretsOnPut: z.enum(["wiped", "kept"]).default("wiped"),
  /** Whether the list of tenants has a null among its entries. */
  nullTenants: z.boolean().default(true),
  /** Adding a deployment capability that a tenant has, or removing one that it lacks: a 409, or no effect. */
  repeatedCapability: z.enum(["refuse", "ignore"]).default("refuse"),
  /** Adding a favorite that a member has: a 409, or no effect. */
  repeatedFavorite: z.enum(["refuse", "ignore"]).default("refuse"),
  /** A POST of a translation that exists: a 409, or the new texts replace the old ones. */
  repeatedTranslation: z.enum(["refuse", "replace"]).default("replace"),
  /** The texts of a translation without any: left out, or an empty object. */
  emptyTranslations: z.enum(["omitted", "written"]).default("omitted"),
  /** What activating and deactivating a certificate of single sign-on answers: an object, or nothing (204). */
  certificateActions: z.enum(["object", "nothing"]).default("object"),
  /** Whether a new certificate of single sign-on is used at once. */
  newCertificates: z.enum(["inactive", "active"]).default("inactive"),
  /** Deleting an active certificate: a 409, or single sign-on is without one. */
  deleteActiveCertificate: z.enum(["refuse", "allow"]).default("allow"),
  /** Whether two API connectors may have one name. */
  connectorNames: z.enum(["free", "unique"]).default("free"),
  /** Whether two plugins may have one name. */
  pluginNames: z.enum(["free", "unique"]).default("free"),
  /** What the registration of a plugin answers: the plugin, or a 404 although it is registered. */
  pluginRegistration: z.enum(["answered", "masked"]).default("answered"),
  /** Values of static headers of an API connector: null in answers, or as they are. */
  connectorHeaderValues: z.enum(["redacted", "returned"]).default("redacted"),
  /** Parts of the configuration of an API connector that a PATCH leaves out of it: defaults again, or kept. */
  connectorConfigPatch: z.enum(["reset", "merged"]).default("reset"),
  /** A deleted API connector: gone, or readable by id with `isArchived: true`. */
  deletedConnectors: z.enum(["gone", "archived"]).default("archived"),
  /**
   * Which endpoints write and read workbooks as code: both families, one, or none, as in an organization without the
   * feature.
   */
  workbookApi: z.enum(["both", "contents", "document", "none"]).default("both"),
  /** YAML on the endpoints of the newer family. */
  workbookContentsYaml: z.enum(["refuse", "accept"]).default("refuse"),
  /** Keys beside the representation and its version in the update of a workbook. */
  workbookExtraKeys: z.enum(["ignore", "refuse"]).default("ignore"),
  /** Rewritings and losses of workbooks that don't happen; each has a name in `workbook/stored-form.ts`. */
  workbookAsSent: z.array(z.enum(workbookRewritingNames)).default([]),
  /** What a read of a workbook leaves out although it is there, so that the next write destroys it. */
  workbookOmits: z.array(z.enum(["actions", "repeatedChildren"])).default([]),
  /** A `documentVersion` in the update of a workbook that isn't the latest: refused, or ignored. */
  workbookVersionLock: z.enum(["refuse", "ignored"]).default("refuse"),
  /**
   * What `POST /v2/workbooks/spec/verify` doesn't look for: formulas that lead nowhere, columns that actions write, ids
   * that occur twice, other references, what the layout lacks.
   */
  workbookUnverified: z
    .array(z.enum(["formulas", "rowValues", "duplicateIds", "references", "placement"]))
    .default(["formulas", "rowValues"]),
  /** What the plan of the organization doesn't have: a workbook with it is refused. */
  workbookLacks: z.array(z.enum(["form", "semantic-view", "navigation", "panels", "agents"])).default([]),
  /** `id` in charts where `columnId` is its newer name: for pies, donuts, pivot tables and maps, sources disagree. */
  workbookFormerIds: z.enum(["refuse", "accept"]).default("refuse"),
  /** `url` in the effect `open-url`. */
  workbookOpenUrl: z.enum(["accept", "refuse"]).default("accept"),
  /** Elements of a layout that overlap. */
  workbookCollisions: z.enum(["accept", "refuse"]).default("accept"),
  /** An unpublished draft of a workbook: shows nowhere in the API, or raises `latestDocumentVersion` of a read. */
  workbookDrafts: z.enum(["hidden", "versions"]).default("hidden"),
  /** Images of SVG in bodies, as base64: the gateway of some organizations refuses them. */
  svgInBodies: z.enum(["accept", "refuse"]).default("accept"),
};
