/**
 * The guides, by their path below `docs/guides`, and the resources that they are about. Pages list their guides in this
 * order.
 */
const resourcesOf: Readonly<Record<string, readonly string[]>> = {
  "existing-organization": ["DataModel", "DataModelDirectory", "DataModelTag", "Folder", "Tag"],
  "data-models": ["DataModel", "DataModelDirectory"],
  reviewing: ["DataModel", "DataModelDirectory"],
  numbers: ["DataModelTag", "ModelCheck"],
  promotion: ["DataModelTag", "Release", "ReportTag", "SourceSwapPolicy", "Tag", "WorkbookTag"],
  dashboards: ["Report", "Workbook"],
  organization: [
    "AccountType",
    "ApiConnector",
    "Connection",
    "ConnectionSync",
    "DatasetMigration",
    "DbtArtifacts",
    "Favorite",
    "Grant",
    "Grants",
    "MaterializationSchedule",
    "Member",
    "OrganizationSetting",
    "Plugin",
    "Report",
    "ReportSchedule",
    "ReportTag",
    "Shortcut",
    "SsoCertificate",
    "Team",
    "TeamMember",
    "TeamMembers",
    "Tenant",
    "TenantDeploymentCapability",
    "Translation",
    "UserAttribute",
    "UserAttributeAssignment",
    "Workbook",
    "WorkbookEmbed",
    "WorkbookSchedule",
    "Workspace",
  ],
  adoption: [
    "ApiCredential",
    "DataModelTag",
    "DeploymentPolicy",
    "DeploymentPolicyDocument",
    "DeploymentPolicyTenant",
    "Folder",
    "SourceSwapPolicy",
    "Tag",
    "WorkbookTag",
  ],
  previews: ["DataModelTag", "DeploymentPolicy", "WebhookTrigger"],
  policies: [
    "ApiCredential",
    "Connection",
    "Grant",
    "Grants",
    "Member",
    "ReportSchedule",
    "WorkbookEmbed",
    "WorkbookSchedule",
  ],
  programs: ["WorkbookEmbed"],
};

/** The guides about a resource. */
export function listGuides(resource: string): string[] {
  return Object.keys(resourcesOf).filter((guide) => resourcesOf[guide]!.includes(resource));
}

/** The areas of the index, with their resources and the pages of their lookups. */
const areas: Readonly<Record<string, readonly [resources: string, lookups: string]>> = {
  Models: [
    "DataModel DataModelDirectory ModelCheck Folder",
    "data-model data-model-spec data-model-column file folder",
  ],
  "Workbooks and reports": [
    "Workbook Report WorkbookSchedule ReportSchedule WorkbookEmbed MaterializationSchedule WebhookTrigger",
    "workbook report bookmark document-source document-lineage element-lineage template export-schedule " +
      "materialization-schedule webhook-schema",
  ],
  "Versions and deployment": [
    "Tag Release DataModelTag WorkbookTag ReportTag DeploymentPolicy DeploymentPolicyDocument DeploymentPolicyTenant " +
      "SourceSwapPolicy",
    "tag document-version deployment-policy",
  ],
  "Warehouses and services": [
    "Connection ConnectionSync DbtArtifacts ApiCredential ApiConnector Plugin",
    "connection connection-path table-column api-credential api-connector plugin",
  ],
  "People and access": [
    "Member AccountType Team TeamMember TeamMembers UserAttribute UserAttributeAssignment Favorite Workspace Grant " +
      "Grants Shortcut",
    "whoami member account-type team team-member user-attribute workspace grant",
  ],
  Organizations: [
    "OrganizationSetting Tenant TenantDeploymentCapability Translation SsoCertificate",
    "tenant translation sso-certificate sso-service-provider",
  ],
  Retired: ["DatasetMigration", "dataset dataset-migration-plan"],
};

/** Of what the product has ended: its pages stay, and the index leaves them out. */
const retired = "Retired";

interface Area {
  readonly area: string;
  readonly resources: readonly string[];
  readonly lookups: readonly string[];
}

/** The index by area, without what is retired. Fails unless each resource and each page of lookups is in an area. */
export function listAreas(resources: readonly string[], lookups: readonly string[]): Area[] {
  const listed = Object.entries(areas).map(([area, [resources, lookups]]) => ({
    area,
    resources: resources.split(" "),
    lookups: lookups.split(" "),
  }));
  const named = listed.flatMap((area) => [...area.resources, ...area.lookups]).sort();
  const wanted = [...resources, ...lookups].sort();
  const wrong = [...wanted, ...named].filter((name) => !named.includes(name) || !wanted.includes(name));
  if (wrong.length > 0) throw new Error(`areas in tools/docs/src/guides.ts don't fit these: ${wrong.join(", ")}`);
  return listed.filter(({ area }) => area !== retired);
}
