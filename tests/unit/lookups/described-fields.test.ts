import * as z from "zod";
import { operations } from "../../../emulator/src/http/operations";
import type { LookupDeclaration } from "../../../provider/src/lookups/declare";
import { lookupModules } from "../../../provider/src/lookups/registry";

const audit = "createdBy updatedBy createdAt updatedAt";
const document = `name url path latestVersion ownerId ${audit} isArchived tags`;

/** The fields of an entry as the API describes them, by the operation that lists them. */
const described: Readonly<Record<string, string>> = {
  "GET /v2/accountTypes": "accountTypeId accountTypeName description isCustom",
  "GET /v2/api-connectors": "apiConnectorId name description",
  "GET /v2/api-credentials": "apiCredentialId name authMethod allowlist description",
  "GET /v2/connections":
    `organizationId connectionId isSample isAuditLog lastActiveAt name type useOauth ${audit} isArchived account ` +
    "warehouse user role timeout poolSizes writeAccess friendlyName writebacks writebackSchemas " +
    "inputTableAuditLogSchema materializationWarehouse exportsWarehouse oauthMetadataUrl oauthClientId oauthScopes " +
    "oauthIdpType oauthUsePkce oauthUseJwt oauthAudience isIndependentOAuth userAttributes roleSwitching",
  "GET /v2/connections/tables/{tableId}/columns": "name type visibility description",
  "GET /v2/dataModels": `dataModelId dataModelUrlId ${document}`,
  "GET /v2/datasets":
    `datasetId ${audit} name description url owner referenceCount path migrationToDataModel migrationStatus ` +
    "isArchived",
  "GET /v2/deploymentPolicies":
    "deploymentPolicyId name nameInTenant versionTagId sourceSwapPolicies copyInputTableData",
  "GET /v2/files":
    "id urlId name type parentId parentUrlId permission path badge isArchived description ownerId " +
    `parentSourceUrlId ${audit}`,
  "GET /v2/grants": `grantId inodeId organizationId memberId teamId permission ${audit} inodeType`,
  "GET /v2/members":
    `organizationId memberId memberType firstName lastName email profileImgUrl ${audit} homeFolderId userKind ` +
    "isArchived isInactive",
  "GET /v2/plugins": "pluginId name description url devUrl type",
  "GET /v2/reports": `reportId reportUrlId ${document} description`,
  "GET /v2/saml/service-providers/{samlServiceProviderId}/certificates":
    "samlServiceProviderCertificateId samlServiceProviderId purpose publicKeyCertificate isActive notBefore notAfter " +
    audit,
  "GET /v2/tags": `versionTagId name ownerId ${audit} isArchived description color`,
  "GET /v2/teams": `teamId ${audit} name description visibility isArchived`,
  "GET /v2/teams/{teamId}/members": "userId isTeamAdmin addedBy",
  "GET /v2/templates": `templateId templateUrlId name url path latestVersion ${audit} isArchived tags`,
  "GET /v2/tenants":
    `tenantOrganizationId parentOrganizationId ${audit} tenantOrganizationName tenantOrganizationSlug sharedAt ` +
    "tenantCloudProvider tenantRegion tenantApiUrl",
  "GET /v2/translations/organization": `lng locale lng_variant ${audit}`,
  "GET /v2/user-attributes": `userAttributeId name ${audit} description defaultValue`,
  "GET /v2/whoami": "userId organizationId",
  "GET /v2/workbooks": `workbookId workbookUrlId ${document} description taggedSourceUrlId`,
  "GET /v2/workbooks/{workbookId}/bookmarks": "bookmarkId name isShared exploreKey isDefault",
  "GET /v2/workbooks/{workbookId}/schedules":
    "scheduledNotificationId workbookId schedule configV2 isSuspended ownerId lastUpdatedByUser disabledAt " +
    `disabledBy ${audit}`,
  "GET /v2/workbooks/{workbookId}/version-history": "version publishedAt publishedBy tags",
  "GET /v2/workspaces": `workspaceId workspaceUrlId name ${audit}`,
};

/** What a lookup calls otherwise, or has in parts. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...["accountTypeId", "apiConnectorId", "apiCredentialId", "bookmarkId", "connectionId", "dataModelId"],
      ...["datasetId", "deploymentPolicyId", "grantId", "memberId", "pluginId", "reportId"],
      ...["samlServiceProviderCertificateId", "scheduledNotificationId", "teamId", "templateId"],
      ...["tenantOrganizationId", "userAttributeId", "versionTagId", "workbookId", "workspaceId"],
    ].map((field) => [field, ["id"]]),
  ),
  ...Object.fromEntries(
    ["dataModelUrlId", "reportUrlId", "templateUrlId", "workbookUrlId", "workspaceUrlId"].map((field) => [
      field,
      ["urlId"],
    ]),
  ),
  tenantOrganizationName: ["name"],
  tenantOrganizationSlug: ["slug"],
  schedule: ["cronSpec", "timezone"],
  configV2: ["title", "exportName"],
};

/** What a lookup leaves out: its argument, or what `whoami` answers. */
const known: Readonly<Record<string, readonly string[]>> = {
  listGrants: ["inodeId", "organizationId"],
  listSsoCertificates: ["samlServiceProviderId"],
};

const lists = lookupModules.flatMap(({ lookups }) =>
  lookups.flatMap((lookup) =>
    lookup.docs.endpoints
      .map((endpoint) => endpoint.split("?", 1)[0]!)
      // One that finds an entry in the list has what the list has, or adds to it.
      .filter((endpoint) => endpoint in described && (lookup.isList || lookup.question.name === "whoami"))
      .map((endpoint): [string, string, LookupDeclaration] => [lookup.question.name, endpoint, lookup]),
  ),
);

test("the table has the operations of lists, and no others", () => {
  expect([...new Set(lists.map(([, endpoint]) => endpoint))].sort()).toEqual(Object.keys(described).sort());
});

test.each(lists)("%s has every field that %s is described to answer", (name, endpoint, lookup) => {
  const own = Object.keys(lookup.result(z));
  const missing = described[endpoint]!.split(" ").filter(
    (field) => !own.includes(field) && !renamed[field]?.every((part) => own.includes(part)),
  );
  expect(missing).toEqual([...(known[name] ?? [])]);
});

/** Parameters of lists that no argument has, and why. */
const unused: Readonly<Record<string, string>> = {
  page: "the client reads all pages",
  limit: "the client reads all pages",
  pageToken: "the client reads all pages",
  pageSize: "the client reads all pages",
  key: "a program sorts",
  order: "a program sorts",
  orderBy: "a program sorts",
  // Arguments filter by the fields of entries, because how these match is undocumented.
  name: "`name` of `get…`, or a filter of the program",
  exactName: "`name`",
  email: "`email` of getMember",
  description: "a filter of the program",
  "GET /v2/members search": "deprecated",
  // Under other names.
  typeFilters: "`type`",
  directChildFilter: "`parentId`, and `ancestorId` without it",
  parentId: "`ancestorId`: `parentId` is the folder itself",
  permissionFilter: "`permission` of entries",
  includeArchived: "`isArchived`",
  "GET /v2/grants userId": "`memberId`",
  directGrantsOnly: "always: inherited grants are those of other objects",
};

test.each(lists)("%s takes what %s filters by, or says why not", (_name, endpoint, lookup) => {
  const { query } = operations.find(({ method, path }) => `${method} ${path}` === endpoint)!;
  const args = Object.keys(lookup.args(z));
  const isKnown = (name: string) => args.includes(name) || name in unused || `${endpoint} ${name}` in unused;
  expect(query.filter((name) => !isKnown(name))).toEqual([]);
});
