/** An operation that the platform's documentation lists; `query` names the parameters that it takes. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
}

/**
 * Every operation of the contract, whether the emulator serves it or not: method, path and query parameters. First the
 * published list, with the specs of data models; then workbooks and reports as code, which are documented apart; at
 * the end what is in trial under another version, and what a client has and no description yet.
 */
const lines = `
POST /v2/auth/token
POST /v2/credentials
DELETE /v2/credentials/{clientId}
GET /v2/whoami
GET /v2/tags page limit search
POST /v2/tags
PATCH /v2/tags/{tagId}
DELETE /v2/tags/{tagId}
GET /v2/tags/{tagId}/workbooks page limit
GET /v2/deploymentPolicies pageToken pageSize
POST /v2/deploymentPolicies
GET /v2/deploymentPolicies/{deploymentPolicyId}
PATCH /v2/deploymentPolicies/{deploymentPolicyId}
DELETE /v2/deploymentPolicies/{deploymentPolicyId}
GET /v2/deploymentPolicies/{deploymentPolicyId}/tenants pageToken pageSize
POST /v2/deploymentPolicies/{deploymentPolicyId}/tenants
GET /v2/deploymentPolicies/{deploymentPolicyId}/files pageToken pageSize
POST /v2/deploymentPolicies/{deploymentPolicyId}/files
DELETE /v2/deploymentPolicies/{deploymentPolicyId}/files/{inodeId}
GET /v2/deploymentPolicies/tenants pageToken pageSize search
DELETE /v2/deploymentPolicies/{deploymentPolicyId}/tenants/{tenantOrganizationId}
GET /v2/sourceSwapPolicies page limit
POST /v2/sourceSwapPolicies
GET /v2/sourceSwapPolicies/{policyId}
PATCH /v2/sourceSwapPolicies/{policyId}
DELETE /v2/sourceSwapPolicies/{policyId}
GET /v2/tenants pageToken pageSize key order search
POST /v2/tenants
GET /v2/tenants/{tenantOrganizationId}
PATCH /v2/tenants/{tenantOrganizationId}
DELETE /v2/tenants/{tenantOrganizationId}
GET /v2/tenants/{tenantOrganizationId}/workbooks parentWorkbookId deploymentPolicyId
GET /v2/tenants/{tenantOrganizationId}/capabilities/deployments pageToken pageSize
POST /v2/tenants/{tenantOrganizationId}/capabilities/deployments:batchAdd
POST /v2/tenants/{tenantOrganizationId}/capabilities/deployments:batchRemove
GET /v2/api-credentials pageToken pageSize orderBy name
POST /v2/api-credentials
GET /v2/api-credentials/{apiCredentialId}
PATCH /v2/api-credentials/{apiCredentialId}
DELETE /v2/api-credentials/{apiCredentialId}
GET /v2/api-connectors pageToken pageSize orderBy name
POST /v2/api-connectors
GET /v2/api-connectors/{apiConnectorId}
PATCH /v2/api-connectors/{apiConnectorId}
DELETE /v2/api-connectors/{apiConnectorId}
GET /v2/plugins pageToken pageSize
POST /v2/plugins
GET /v2/plugins/{pluginId}
PATCH /v2/plugins/{pluginId}
DELETE /v2/plugins/{pluginId}
PATCH /v2/organizations/settings
GET /v2/organizations/settings/auditLogging
PATCH /v2/organizations/settings/auditLogging
GET /v2/organizations/settings/sampleConnections
PATCH /v2/organizations/settings/sampleConnections
GET /v2/organizations/settings/bulkCopy
PATCH /v2/organizations/settings/bulkCopy
GET /v2/organizations/settings/licenseUpgradeRequests
PATCH /v2/organizations/settings/licenseUpgradeRequests
GET /v2/organizations/settings/publicEmbeds
PATCH /v2/organizations/settings/publicEmbeds
POST /v2/shortcuts
GET /v2/dataModels page limit excludeTags skipPermissionCheck
GET /v2/dataModels/{dataModelId} excludeTags
POST /v2/dataModels/spec
GET /v2/dataModels/{dataModelId}/spec documentVersion format
PUT /v2/dataModels/{dataModelId}/spec
GET /v2/dataModels/{dataModelId}/sources pageToken pageSize
GET /v2/dataModels/{dataModelId}/tags page limit
POST /v2/dataModels/tag
GET /v2/dataModels/{dataModelId}/materializationSchedules pageToken pageSize
POST /v2/dataModels/{dataModelId}/elements/{elementId}/materializationSchedules
PATCH /v2/dataModels/{dataModelId}/elements/{elementId}/materializationSchedules
DELETE /v2/dataModels/{dataModelId}/elements/{elementId}/materializationSchedules
GET /v2/dataModels/{dataModelId}/materializations/{materializationId}
POST /v2/dataModels/{dataModelId}:materialize
POST /v2/dataModels/{dataModelId}/swapSources
GET /v2/dataModels/{dataModelId}/lineage page limit
GET /v2/dataModels/{dataModelId}/elements page limit tagName
GET /v2/dataModels/{dataModelId}/elements/{elementId}/query tagName
GET /v2/dataModels/{dataModelId}/elements/{elementId}/columnSecurityRules page limit
POST /v2/dataModels/{dataModelId}/elements/{elementId}/columnSecurityRules
PUT /v2/dataModels/{dataModelId}/elements/{elementId}/columnSecurityRules/{columnSecurityRuleId}
DELETE /v2/dataModels/{dataModelId}/elements/{elementId}/columnSecurityRules/{columnSecurityRuleId}
GET /v2/dataModels/{dataModelId}/columns page limit
GET /v2/datasets page limit skipPermissionCheck
GET /v2/datasets/{datasetId}
GET /v2/datasets/{datasetId}/sources
POST /v2/datasets/{datasetId}/migrate
GET /v2/datasets/{datasetId}/materialization page limit
POST /v2/datasets/{datasetId}/materialization
GET /v2/datasets/{datasetId}/grants page limit
POST /v2/datasets/{datasetId}/grants
DELETE /v2/datasets/{datasetId}/grants/{grantId}
GET /v2/teams page limit name description visibility
POST /v2/teams
GET /v2.1/teams page limit name description visibility
GET /v2/teams/{teamId}
PATCH /v2/teams/{teamId}
DELETE /v2/teams/{teamId}
GET /v2/teams/{teamId}/user-attributes page limit
POST /v2/teams/{teamId}/assignedUserAttributes
GET /v2/teams/{teamId}/members page limit
PATCH /v2/teams/{teamId}/members
GET /v2/members page limit search email includeArchived includeInactive
POST /v2/members sendInvite
GET /v2.1/members page limit search email includeArchived includeInactive
GET /v2/members/{memberId}
PATCH /v2/members/{memberId}
DELETE /v2/members/{memberId}
GET /v2/members/{memberId}/teams page limit
GET /v2/members/{memberId}/schedules page limit
POST /v2/members/{memberId}/revoke
GET /v2/members/{memberId}/files name permissionFilter typeFilters page limit parentId directChildFilter
GET /v2/members/{memberId}/files/recents page limit includeExplorations
GET /v2/members/{memberId}/files/favorites page limit
GET /v2/accountTypes pageToken pageSize
POST /v2/accountTypes
GET /v2/accountTypes/{accountTypeId}/permissions
DELETE /v2/accountTypes/{accountTypeId} reassignToAccountTypeId
GET /v2/user-attributes page limit name
POST /v2/user-attributes
GET /v2/user-attributes/{userAttributeId}
DELETE /v2/user-attributes/{userAttributeId}
GET /v2/user-attributes/{userAttributeId}/teams page limit
POST /v2/user-attributes/{userAttributeId}/teams
PATCH /v2/user-attributes/{userAttributeId}/teams
DELETE /v2/user-attributes/{userAttributeId}/teams/{teamId}
GET /v2/user-attributes/{userAttributeId}/users page limit
POST /v2/user-attributes/{userAttributeId}/users
PATCH /v2/user-attributes/{userAttributeId}/users
DELETE /v2/user-attributes/{userAttributeId}/users/{userId}
GET /v2/user-attributes/{userAttributeId}/tenants page limit
POST /v2/user-attributes/{userAttributeId}/tenants
PATCH /v2/user-attributes/{userAttributeId}/tenants
DELETE /v2/user-attributes/{userAttributeId}/tenants/{tenantOrganizationId}
GET /v2/files name permissionFilter typeFilters page limit parentId directChildFilter
POST /v2/files
GET /v2/files/{inodeId}
PATCH /v2/files/{inodeId}
DELETE /v2/files/{inodeId}
GET /v2/grants page limit inodeId teamId userId directGrantsOnly
POST /v2/grants
GET /v2/grants/{grantId}
DELETE /v2/grants/{grantId}
GET /v2/workspaces page limit name exactName
POST /v2/workspaces
GET /v2.1/workspaces page limit name exactName
GET /v2/workspaces/{workspaceId}
PATCH /v2/workspaces/{workspaceId}
DELETE /v2/workspaces/{workspaceId}
GET /v2/workspaces/{workspaceId}/grants page limit
POST /v2/workspaces/{workspaceId}/grants
DELETE /v2/workspaces/{workspaceId}/grants/{grantId}
POST /v2/webhooks/{workbookId}/{sequenceId}
GET /v2/webhooks/{workbookId}/{sequenceId}/schema
GET /v2/connections page limit includeArchived search
POST /v2/connections
GET /v2/connections/{connectionId}
PUT /v2/connections/{connectionId}
PATCH /v2/connections/{connectionId}
DELETE /v2/connections/{connectionId}
GET /v2/connections/{connectionId}/test
POST /v2/connections/{connectionId}/dbtArtifacts
GET /v2/connections/{connectionId}/grants page limit
POST /v2/connections/{connectionId}/grants
DELETE /v2/connections/{connectionId}/grants/{grantId}
GET /v2/connections/paths page limit connectionId
GET /v2/connections/paths/{inodeId}
POST /v2/connection/{connectionId}/lookup
GET /v2/connections/tables/{tableId}/columns pageToken pageSize
POST /v2/connections/{connectionId}/sync useServiceAccount
GET /v2/connections/paths/{connectionPathId}/grants page limit
POST /v2/connections/paths/{connectionPathId}/grants
DELETE /v2/connections/paths/{connectionPathId}/grants/{grantId}
GET /v2/translations/organization page limit
POST /v2/translations/organization
GET /v2/translations/organization/{lng}
PUT /v2/translations/organization/{lng}
DELETE /v2/translations/organization/{lng}
GET /v2/translations/organization/{lng}/{lng_variant}
PUT /v2/translations/organization/{lng}/{lng_variant}
DELETE /v2/translations/organization/{lng}/{lng_variant}
GET /v2/workbooks page limit excludeTags skipPermissionCheck isArchived excludeExplorations
POST /v2/workbooks
GET /v2/workbooks/{workbookId} includeTaggedSourceUrlId includeContents
GET /v2/workbooks/{workbookId}/bookmarks page limit
POST /v2/workbooks/{workbookId}/bookmarks
GET /v2/workbooks/{workbookId}/bookmarks/{bookmarkId}
PATCH /v2/workbooks/{workbookId}/bookmarks/{bookmarkId}
DELETE /v2/workbooks/{workbookId}/bookmarks/{bookmarkId}
GET /v2/workbooks/{workbookId}/embeds page limit
POST /v2/workbooks/{workbookId}/embeds
DELETE /v2/workbooks/{workbookId}/embeds/{embedId}
GET /v2/workbooks/{workbookId}/schedules page limit
POST /v2/workbooks/{workbookId}/schedules
GET /v2.1/workbooks/{workbookId}/schedules page limit
PATCH /v2/workbooks/{workbookId}/schedules/{scheduleId}
DELETE /v2/workbooks/{workbookId}/schedules/{scheduleId}
POST /v2/workbooks/{workbookId}/grants
DELETE /v2/workbooks/{workbookId}/grants/{grantId}
GET /v2/workbooks/{workbookId}/tags page limit
POST /v2/workbooks/tag
DELETE /v2/workbooks/{workbookId}/tags/{tagId}
GET /v2/reports page limit excludeTags skipPermissionCheck isArchived
POST /v2/reports
GET /v2/reports/{reportId} includeContents
GET /v2/reports/{reportId}/schedules page limit
POST /v2/reports/{reportId}/schedules
PATCH /v2/reports/{reportId}/schedules/{scheduleId}
DELETE /v2/reports/{reportId}/schedules/{scheduleId}
POST /v2/reports/{reportId}/grants
DELETE /v2/reports/{reportId}/grants/{grantId}
GET /v2/reports/{reportId}/tags pageToken pageSize
POST /v2/reports/tag
DELETE /v2/reports/{reportId}/tags/{tagId}
POST /v2/favorites
GET /v2/favorites/member/{memberId} page limit
DELETE /v2/favorites/member/{memberId}/file/{inodeId}
GET /v2/query/{queryId}/download
GET /v2/reports/{reportId}/columns pageToken pageSize
GET /v2/reports/{reportId}/controls pageToken pageSize tagName
POST /v2/reports/{reportId}/copy
GET /v2/reports/{reportId}/elements pageToken pageSize tagName
GET /v2/reports/{reportId}/elements/{elementId}/columns pageToken pageSize tagName
GET /v2/reports/{reportId}/elements/{elementId}/query
POST /v2/reports/{reportId}/export
GET /v2/reports/{reportId}/lineage pageToken pageSize
GET /v2/reports/{reportId}/lineage/elements/{elementId}
GET /v2/reports/{reportId}/pages pageToken pageSize tag
GET /v2/reports/{reportId}/pages/{pageId}/elements pageToken pageSize tagName
GET /v2/reports/{reportId}/queries pageToken pageSize
POST /v2/reports/{reportId}/send
GET /v2/reports/{reportId}/sources
POST /v2/reports/{reportId}/swapSources
POST /v2/reports/{reportId}/tag/{versionTag}/copy
GET /v2/reports/{reportId}/version-history pageToken pageSize
POST /v2/shared_templates/accept
GET /v2/shared_templates/shared_with_you page limit pending
DELETE /v2/shared_templates/{shareId}
GET /v2/saml/service-providers pageToken pageSize
GET /v2/saml/service-providers/{samlServiceProviderId}/certificates pageToken pageSize
POST /v2/saml/service-providers/{samlServiceProviderId}/certificates
DELETE /v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}
GET /v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}
POST /v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}/activate
POST /v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}/deactivate
GET /v2/templates page limit source search
POST /v2/templates/save_workbook
GET /v2/templates/{templateId}
POST /v2/templates/{templateId}/swapSources
GET /v2.1/workbooks/{workbookId}/materialization-schedules page limit
GET /v2/workbooks/{workbookId}/columns page limit
GET /v2/workbooks/{workbookId}/controls page limit
POST /v2/workbooks/{workbookId}/convertToReport
POST /v2/workbooks/{workbookId}/copy
GET /v2/workbooks/{workbookId}/elements page limit tagName bookmarkId
GET /v2/workbooks/{workbookId}/elements/{elementId}/columns page limit
POST /v2/workbooks/{workbookId}/elements/{elementId}/materializationSchedules
PATCH /v2/workbooks/{workbookId}/elements/{elementId}/materializationSchedules
DELETE /v2/workbooks/{workbookId}/elements/{elementId}/materializationSchedules
GET /v2/workbooks/{workbookId}/elements/{elementId}/query page limit tagName bookmarkId
POST /v2/workbooks/{workbookId}/export
GET /v2/workbooks/{workbookId}/lineage page limit
GET /v2/workbooks/{workbookId}/lineage/elements/{elementId}
GET /v2/workbooks/{workbookId}/materialization-schedules page limit
POST /v2/workbooks/{workbookId}/materializations
GET /v2/workbooks/{workbookId}/materializations/{materializationId}
GET /v2/workbooks/{workbookId}/pages page limit tag bookmarkId
GET /v2/workbooks/{workbookId}/pages/{pageId}/elements page limit tag bookmarkId
GET /v2/workbooks/{workbookId}/queries page limit
POST /v2/workbooks/{workbookId}/restoreVersion
POST /v2/workbooks/{workbookId}/saveTemplate
GET /v2/workbooks/{workbookId}/schema includeSql tag
POST /v2/workbooks/{workbookId}/send
POST /v2/workbooks/{workbookId}/shareCrossOrg
GET /v2/workbooks/{workbookId}/sources
POST /v2/workbooks/{workbookId}/swapSources
POST /v2/workbooks/{workbookId}/tag/{versionTag}/copy
GET /v2/workbooks/{workbookId}/tags/{tagName}/bookmarks page limit
POST /v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/
DELETE /v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/{bookmarkId}
GET /v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/{bookmarkId}
PATCH /v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/{bookmarkId}
GET /v2/workbooks/{workbookId}/version-history page limit
POST /v2/workbooks/spec
POST /v2/workbooks/spec/verify
GET /v2/workbooks/{workbookId}/spec format
PUT /v2/workbooks/{workbookId}/spec
PUT /v2/workbooks/{workbookId}/contents
PUT /v2/reports/{reportId}/contents
GET /v3alpha/allowedIps pageToken pageSize
POST /v3alpha/allowedIps:batchCreate
POST /v3alpha/allowedIps:batchDelete
POST /v3alpha/connections
GET /v3alpha/connections/{connectionId}
PATCH /v3alpha/connections/{connectionId}
POST /v3alpha/dataModels/{dataModelId}:swapSources
POST /v3alpha/workbooks/{workbookId}:swapSources
GET /v2/workbookAgents pageToken pageSize
GET /v2/workbooks/{workbookId}/agents versionTagName
POST /v2/workbooks/{workbookId}/agents/{agentId}
POST /v2/organizations/settings/aiConfigs
DELETE /v2/organizations/settings/emailBranding
`;

export const operations: readonly Operation[] = lines
  .trim()
  .split("\n")
  .map((line) => {
    const [method = "", path = "", ...query] = line.split(" ");
    return { method, path, query };
  });

/**
 * What the path of an operation and that of a route have in common: the names of parameters and a slash at the end
 * don't count.
 */
export function getShape(method: string, path: string): string {
  return `${method} ${path
    .replace(/\{\w+\}|(?<=\/):\w+(\([^)]*\))?/g, "*")
    .replace("::", ":")
    .replace(/\/$/, "")}`;
}

const byShape = new Map(operations.map((operation) => [getShape(operation.method, operation.path), operation]));

/** The operation that a route serves; undefined for one that only reports prove. */
export function findOperation(method: string, url: string): Operation | undefined {
  return byShape.get(getShape(method, url));
}
