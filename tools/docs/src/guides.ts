/**
 * The guides, by their path below `docs/guides`, and the resources that they are about. Pages list their guides in this
 * order.
 */
const resourcesOf: Readonly<Record<string, readonly string[]>> = {
  "existing-organization": ["DataModel", "DataModelDirectory", "DataModelTag", "Folder", "Tag"],
  "data-models": ["DataModel", "DataModelDirectory"],
  reviewing: ["DataModel", "DataModelDirectory"],
  promotion: ["DataModelTag", "ReportTag", "SourceSwapPolicy", "Tag", "WorkbookTag"],
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
  embed: ["WorkbookEmbed"],
};

/** The guides about a resource. */
export function listGuides(resource: string): string[] {
  return Object.keys(resourcesOf).filter((guide) => resourcesOf[guide]!.includes(resource));
}
