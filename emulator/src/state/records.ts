/** What the platform keeps, a record each. A record is never changed in place: it is put again. */
import type { CatalogColumn } from "../spec/catalog";
import type { Page, TableElement } from "../spec/schema";
import type { WorkbookDocument } from "../workbook/document";

/** The four fields every record of the platform ends with. */
export interface Stamps {
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Member extends Stamps {
  readonly memberId: string;
  readonly memberType: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly homeFolderId: string;
  /** Absent: `internal`. */
  readonly userKind?: "internal" | "guest" | "embed";
  readonly profileImgUrl?: string | null;
  readonly isArchived: boolean;
  readonly isInactive: boolean;
}

/** What members may do; a member has it by its name. */
export interface AccountType {
  readonly accountTypeId: string;
  readonly accountTypeName: string;
  readonly description: string;
  readonly isCustom: boolean;
  readonly permissions: readonly string[];
}

/** A pair of client id and secret that the API made, beside the one that the emulator starts with. */
export interface ClientCredential {
  readonly clientId: string;
  /** Fingerprint of the secret. */
  readonly secret: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description?: string;
  readonly scopes: readonly string[];
}

export interface Team extends Stamps {
  readonly teamId: string;
  readonly name: string;
  readonly description: string | null;
  readonly visibility: "public" | "private";
  readonly members: readonly string[];
  /** Those of the members who are team admins; absent: none. */
  readonly admins?: readonly string[];
  readonly isArchived: boolean;
}

/** A value each user has, which column securities and source swaps refer to. */
export interface UserAttribute extends Stamps {
  readonly userAttributeId: string;
  readonly name: string;
  readonly description: string | null;
  readonly defaultValue: { readonly type: "string"; readonly val: string } | null;
}

/** The value of a user attribute for a member, the members of a team, or a tenant. */
export interface UserAttributeAssignment extends Stamps {
  readonly userAttributeId: string;
  readonly target: "users" | "teams" | "tenants";
  readonly targetId: string;
  readonly value: { readonly type: "string"; readonly val: string };
}

/** An organization below this one, which documents can be deployed to. */
export interface Tenant extends Stamps {
  readonly tenantOrganizationId: string;
  readonly parentOrganizationId: string;
  readonly tenantOrganizationName: string;
  readonly tenantOrganizationSlug: string;
  readonly tenantCloudProvider?: string;
  readonly tenantApiUrl?: string;
  /** The tenants that this one may deploy to. */
  readonly deploysTo?: readonly string[];
}

/** A connection to a data platform. */
export interface Connection extends Stamps {
  readonly connectionId: string;
  readonly name: string;
  readonly type: string;
  readonly isSample: boolean;
  readonly isArchived: boolean;
  /** Whether columns show by friendly names, as they do unless somebody turns it off. */
  readonly useFriendlyNames?: boolean;
  readonly timeoutSecs?: number;
  readonly poolSizes?: Readonly<Record<string, unknown>>;
  readonly description?: Readonly<Record<string, unknown>>;
  /** What the last write said of the warehouse, without secrets. A seeded connection has none. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Fingerprints of the secrets by field. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** What was uploaded of a dbt project. The platform shows nothing of it: kept for assertions. */
export interface DbtUpload {
  readonly connectionId: string;
  /** SHA-256 of the file. */
  readonly digest: string;
}

/** A call of another service, as actions make it. */
export interface ApiConnector extends Stamps {
  readonly apiConnectorId: string;
  readonly name: string;
  readonly description?: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly config: Readonly<Record<string, unknown>>;
  readonly authId: string | null;
  readonly isArchived: boolean;
}

/** The texts of the organization in one language, or in a variant of it. */
export interface Translation extends Stamps {
  readonly lng: string;
  readonly lng_variant: string | null;
  readonly translations: Readonly<Record<string, string>>;
}

/** A certificate with which the platform signs, or others encrypt, in single sign-on. */
export interface SsoCertificate extends Stamps {
  readonly samlServiceProviderCertificateId: string;
  readonly samlServiceProviderId: string;
  readonly purpose: "signing" | "encryption";
  readonly validForDays: number;
  readonly isActive: boolean;
}

/** A table of the warehouse behind a connection. */
export interface WarehouseTable {
  readonly tableId: string;
  readonly urlId: string;
  readonly connectionId: string;
  readonly path: readonly string[];
  readonly columns: readonly CatalogColumn[];
  /** Whether the catalog of the connection has the table, as it does unless it was made since the last sync. */
  readonly isIndexed?: boolean;
}

/**
 * An entry of the file tree. A data model, workbook or dataset is a file with a record of its own under the same id.
 */
export interface Inode extends Stamps {
  readonly id: string;
  readonly urlId: string;
  readonly name: string;
  readonly type: "workspace" | "folder" | "data-model" | "workbook" | "report" | "dataset" | "template" | "symlink";
  /** The folder it is in; null at the top of the tree. */
  readonly parentId: string | null;
  readonly description?: string;
  readonly ownerId: string;
  /**
   * Id of the file whose deletion took this one along: itself, or a folder above it. Restoring that one brings this one
   * back.
   */
  readonly deletedWith: string | null;
}

/** What a member or a team may do with an object; one of the two is null. */
export interface Grant extends Stamps {
  readonly grantId: string;
  readonly inodeId: string;
  readonly memberId: string | null;
  readonly teamId: string | null;
  readonly permission: string;
  /** The version tag that the grant is limited to. */
  readonly tagId: string | null;
}

/** A file that a member keeps at hand. */
export interface Favorite {
  readonly memberId: string;
  readonly inodeId: string;
}

/** What a file of type `symlink` points to; its name and place are those of the file with the same id. */
export interface Shortcut {
  readonly shortcutId: string;
  readonly target: { readonly type: string; readonly id: string };
}

/** A custom element for workbooks, which the platform loads from a URL. */
export interface Plugin {
  readonly pluginId: string;
  readonly name: string;
  readonly description: string | null;
  readonly url: string;
  readonly devUrl: string | null;
  readonly type: "element";
}

/** A setting of the organization that was written: what is on or off, or the time zone. */
export interface OrganizationSetting {
  readonly enabled?: boolean;
  readonly timezone?: string;
}

/** A template; its name, place and owner are those of the file with the same id. */
export interface Template {
  readonly templateId: string;
  readonly latestVersion: number;
  readonly tags: readonly string[];
  /** The workbook that it is a snapshot of; null for one that another organization shared. */
  readonly workbookId: string | null;
}

/** A workbook that an organization offers to another one as a template. */
export interface SharedTemplate {
  readonly shareId: string;
  readonly name: string;
  readonly description?: string;
  readonly createdAt: string;
  readonly pending: boolean;
  readonly providerOrganizationId: string;
  /** Slug of the organization that it is offered to. */
  readonly toSlug: string;
  readonly workbookId: string;
}

/** A data model, workbook or report; its name, place and owner are those of the file with the same id. */
export interface DocumentRecord {
  readonly documentId: string;
  readonly latestVersion: number;
  readonly tags: readonly DocumentTag[];
  /** Those that were taken off. */
  readonly formerTags?: readonly DocumentTag[];
}

/** A tag on one version of a document. That version is a document of its own, too. */
export interface DocumentTag {
  readonly versionTagId: string;
  readonly version: number;
  readonly taggedId: string;
  readonly taggedAt: string;
}

/** One version of what a data model holds. All of them are kept. */
export interface DataModelVersion {
  readonly dataModelId: string;
  readonly documentVersion: number;
  readonly pages: readonly Page[];
}

/** When a table of a data model or workbook is written to the warehouse. */
export interface MaterializationSchedule {
  /** Id of the schedule, not of the element. */
  readonly sheetId: string;
  /** Id of the data model or workbook. */
  readonly documentId: string;
  readonly elementId: string;
  /** Null for one that is configured without a time. */
  readonly schedule: { readonly cronSpec: string; readonly timezone: string } | null;
  readonly configuredAt: string;
  readonly paused: boolean;
}

/**
 * A dataset, which the platform wants migrated to a data model; its name, place and owner are those of the file with
 * the same id.
 */
export interface Dataset {
  readonly datasetId: string;
  readonly migrationStatus: "migrated" | "not-migrated" | "not-required";
  readonly migrationToDataModel: { dataModelId: string; migratedAt: string; migratedBy: string } | null;
  readonly sources: readonly DatasetSource[];
}

export interface DatasetSource {
  readonly type: "dataset" | "table";
  readonly inodeId: string;
}

/** An export of a workbook or report at set times. */
export interface ExportSchedule extends Stamps {
  readonly scheduledNotificationId: string;
  readonly documentId: string;
  /** Who gets the export. No answer contains it. */
  readonly target: readonly Readonly<Record<string, unknown>>[];
  readonly schedule: { readonly cronSpec: string; readonly timezone: string };
  /** In the words of answers, which differ from those of requests. */
  readonly configV2: Readonly<Record<string, unknown>>;
  /** No answer contains it. */
  readonly description: string | null;
  readonly isSuspended: boolean;
  readonly ownerId: string;
  readonly lastUpdatedByUser: string;
  readonly disabledAt: string | null;
  /** Null also for a schedule that the platform itself suspended. */
  readonly disabledBy: string | null;
}

/** An address under which a workbook, or a part of it, can be shown in other pages. */
export interface Embed {
  readonly embedId: string;
  readonly workbookId: string;
  /** False for those of an older way of embedding, which are read-only here. */
  readonly public: boolean;
  readonly sourceType: "workbook" | "page" | "element";
  readonly sourceId: string | null;
}

/** An export that can be downloaded. */
export interface Download {
  readonly queryId: string;
  readonly documentId: string;
  /** Its format, such as `pdf`. */
  readonly type: string;
  /** How often somebody has asked for it. */
  readonly polls: number;
  /** Whether it never comes to an end. */
  readonly isEndless: boolean;
  /** The statement that computes its rows, or why there is none; neither: it is a file without data. */
  readonly sql?: string;
  readonly failure?: string;
}

/** One run that writes an element or dataset to the warehouse. */
export interface Materialization {
  readonly materializationId: string;
  /** Id of the workbook, data model or dataset. */
  readonly documentId: string;
  /** Of an element: its schedule. */
  readonly sheetId?: string;
  readonly startedAt: string;
  /** How often somebody has asked for it. */
  readonly looks: number;
}

/**
 * What a workbook or report holds, under the id of the document. All versions have the same contents, but for workbooks
 * written as code.
 */
export interface DocumentContents {
  readonly documentId: string;
  readonly pages: readonly DocumentPage[];
  /** The representation of a document that was written as code, from which the pages are made. */
  readonly document?: WorkbookDocument;
  /** Ids of the version tags of the data models that the document reads at a tag, by the model's id. */
  readonly sourceTags?: Readonly<Record<string, string>>;
  /** Whether it has something that the representation can't express, so that its read fails. */
  readonly isUnrepresentable?: boolean;
}

/** What somebody has changed in an edit session and not published. */
export interface Draft {
  readonly documentId: string;
  readonly memberId: string;
  readonly startedAt: string;
}

export interface DocumentPage {
  readonly id: string;
  readonly name: string;
  readonly hidden?: boolean;
  readonly elements: readonly DocumentElement[];
}

export type DocumentElement = DataElement | DocumentControl | TextElement;

/** A table, or a visualization, which reads and calculates like a table. */
export interface DataElement {
  readonly type: "table" | "visualization";
  readonly table: TableElement;
  /** Of a visualization, such as `bar`. */
  readonly vizualizationType?: string;
  /** The dataset through which the table reads its source. */
  readonly datasetId?: string;
  /** False for an element whose lineage the platform can't tell. */
  readonly hasLineage?: boolean;
}

export interface DocumentControl {
  readonly type: "control";
  readonly id: string;
  readonly name: string;
  /** What formulas call it; absent: its name. */
  readonly controlId?: string;
  readonly valueType: "text" | "text-list" | "number" | "number-range" | "date-range" | "boolean";
}

export interface TextElement {
  readonly type: "text";
  readonly id: string;
}

/** A saved view of a workbook. The exploration that it belongs to is made in a session of the product's UI. */
export interface Bookmark {
  readonly bookmarkId: string;
  readonly workbookId: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly isDefault: boolean;
  readonly exploreKey: string;
}

/** A sequence of actions in a workbook that a request from outside can start. Made in the product's UI. */
export interface Webhook {
  readonly workbookId: string;
  readonly sequenceId: string;
  readonly variables: Readonly<Record<string, { readonly type: "text" | "number" | "boolean" }>>;
}

/** A request that started one, kept for assertions: the API says no word of it. */
export interface WebhookDelivery {
  readonly traceId: string;
  readonly workbookId: string;
  readonly sequenceId: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly receivedAt: string;
}

/** A version tag: a label that is put on versions of documents. */
export interface Tag extends Stamps {
  readonly versionTagId: string;
  readonly name: string;
  readonly color: "cyan" | "grass" | "violet" | "plum" | "amber" | "bronze";
  readonly description?: string;
  readonly ownerId: string;
  readonly isArchived: false;
}

/** Which version of which documents goes to which tenants. */
export interface DeploymentPolicy {
  readonly deploymentPolicyId: string;
  readonly name: string;
  readonly nameInTenant: string;
  readonly versionTagId: string | null;
  readonly sourceSwapPolicies: readonly string[];
  readonly copyInputTableData: boolean;
  readonly isArchived: boolean;
  readonly tenants: readonly string[];
  readonly files: readonly string[];
}

/** Which paths or connections a document reads from instead when it is deployed. */
export interface SourceSwapPolicy {
  readonly policyId: string;
  readonly name: string;
  readonly fromConnectionId: string;
  readonly type: "connection" | "deployment";
  /** In the form of the type. */
  readonly swaps: Readonly<Record<string, unknown>>;
}

/** A credential the platform uses to call other services. */
export interface ApiCredential extends Stamps {
  readonly apiCredentialId: string;
  readonly name: string;
  readonly description?: string;
  readonly allowlist: readonly string[];
  readonly authMethod: string;
  /** What may be read of it: `{authMethod, [authMethod]: {…}}` without the secrets. */
  readonly credential: Readonly<Record<string, unknown>>;
  /**
   * Fingerprints of the secrets by field. The emulator has no use for the secrets themselves, so it doesn't keep them.
   */
  readonly secrets: Readonly<Record<string, string>>;
}
