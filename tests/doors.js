/*
 * Which door answers the engine in which test: Node's dynamic-provider host, or the plugin. `npm run test:all` runs
 * each test that has to do with resources through both. `npm test` runs each through one at least, and those that tell
 * most through both.
 */

/** Tests that say nothing about a door: they drive no engine and no host, or bring their own doors. */
const neither = [
  "browser/",
  "cli/",
  "contract/",
  "package/",
  "snippets/",
  "unit/",
  "engine/aliases.test",
  "engine/check-against.test",
  "engine/dbt-release.test",
  "engine/file-backend.test",
  "engine/foreign-specs.test",
  "engine/guide-commands.test",
  "engine/import.test",
  "engine/languages.test",
  "engine/moving.test",
  "engine/package-place.test",
  "engine/plugin-version.test",
  "engine/plugin.test",
  "engine/postgres.test",
  "engine/providers.test",
  "engine/pull-loop.test",
  "engine/pull-requests.test",
  "engine/release-component.test",
  "engine/release.test",
  "engine/sandbox-deletes.test",
  "engine/split.test",
  "faults/kill-check.test",
  "faults/load.test",
  "host/loading.test",
  "host/plugin.test",
];

/** Run through the plugin beside the dynamic provider. */
const both = ["host/data-model.test", "host/engine-gone.test", "host/whole-states.test", "machine/machine.test"];

/** Run through the plugin instead: what starts hosts of its own, too, as a plugin starts in a third of the time. */
const instead = [
  "engine/examples.test",
  "engine/messages.test",
  "engine/options.test",
  "engine/policy.test",
  "engine/preview-comment.test",
  "engine/preview.test",
  "engine/workbook-values.test",
  "faults/matrix.test",
  "host/account-type.test",
  "host/api-connector.test",
  "host/api-credential.test",
  "host/connection-actions.test",
  "host/connection.test",
  "host/dataset-migration.test",
  "host/deployment-policy-members.test",
  "host/deployment-policy.test",
  "host/document-tags.test",
  "host/grant.test",
  "host/half-finished-updates.test",
  "host/impact.test",
  "host/killed-creates.test",
  "host/lost-create.test",
  "host/materialization-schedule.test",
  "host/missing-objects.test",
  "host/report.test",
  "host/schedules.test",
  "host/source-swap-policy.test",
  "host/sso-certificate.test",
  "host/team-member.test",
  "host/team.test",
  "host/tenant.test",
  "host/user-attribute-assignment.test",
  "host/webhook-trigger.test",
  "host/workbook-embed.test",
  "host/workbook-handbook.test",
  "host/workspace.test",
];

/**
 * Tests for `npm run test:all` alone: what takes a server that few machines have or installs packages, and stories with
 * the engine of what the machine of states, or tests of the host, of modules or of the command see too.
 */
const forAllOnly = [
  "cli/pull-adopt.test",
  "engine/aliases.test",
  "engine/assumptions.test",
  "engine/conflict.test",
  "engine/content.test",
  "engine/dashboards.test",
  "engine/data-model.test",
  "engine/dbt-artifacts.test",
  "engine/dbt-impact.test",
  "engine/dbt-release.test",
  "engine/dbt.test",
  "engine/domains.test",
  "engine/example-readmes.test",
  "engine/file-backend.test",
  "engine/foreign-specs.test",
  "engine/guide-commands.test",
  "engine/guides.test",
  "engine/handbook.test",
  "engine/impact-changes.test",
  "engine/impact.test",
  "engine/import.test",
  "engine/interrupted.test",
  "engine/large-workbook.test",
  "engine/life.test",
  "engine/lines.test",
  "engine/missing-access.test",
  "engine/moving.test",
  "engine/organization.test",
  "engine/ownership.test",
  "engine/people.test",
  "engine/postgres.test",
  "engine/preview-comment.test",
  "engine/preview-diff.test",
  "engine/promotion.test",
  "engine/providers.test",
  "engine/quickstart.test",
  "engine/quiet.test",
  "engine/recipes.test",
  "engine/refreshed.test",
  "engine/release-component.test",
  "engine/rename.test",
  "engine/restored-files.test",
  "engine/restored.test",
  "engine/sandbox-deletes.test",
  "engine/sandbox.test",
  "engine/secret-names.test",
  "engine/sharing.test",
  "engine/split.test",
  "engine/starts.test",
  "engine/taken-along.test",
  "engine/two-organizations.test",
  "engine/workbook-conflict.test",
  "engine/workbook-policy.test",
  "engine/workbook-values.test",
  "faults/edited.test",
  "faults/kill-backends.test",
  "faults/load.test",
  "faults/machine.test",
  "faults/ownership.test",
  "package/install.test",
  "package/walks/",
  "rewritings/rewritings.test",
];

const listPatterns = (names) => names.map((name) => `<rootDir>/tests/${name.replace(".", "[.]")}`);

/** The projects of a run: the tests of each door. */
function createProjects(project, { isWhole = false } = {}) {
  const match = (names) => names.map((name) => `<rootDir>/tests/${name}${name.endsWith("/") ? "**/*.test" : ""}.ts`);
  // The clients need the network: `npm run test:clients`.
  const ignored = ["/node_modules/", "/tests/clients/"];
  return [
    {
      ...project,
      testMatch: ["**/*.test.ts"],
      testPathIgnorePatterns: [...ignored, ...(isWhole ? [] : listPatterns([...instead, ...forAllOnly]))],
    },
    {
      ...project,
      displayName: "plugin",
      setupFiles: ["<rootDir>/tests/through-plugin.js"],
      testMatch: isWhole
        ? match(["engine/", "faults/", "host/", "machine/", "rewritings/"])
        : match([...both, ...instead]),
      testPathIgnorePatterns: [...ignored, ...listPatterns([...neither, ...(isWhole ? [] : forAllOnly)])],
    },
  ];
}

module.exports = { createProjects };
