/** The guides by what their readers search for: subject → page below `docs` → words of the search. */
export const guideIndex: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Start: {
    "guides/first-model.md": "getting started, tutorial, ten minutes, emulator, no account",
    "commands/init.md": "new project, template, scaffold",
    "guides/existing-organization.md": "existing models, migrate to code, first pull, brownfield",
    "guides/plugin.md": "YAML, Python, Go, C#, Java, provider plugin, dynamic provider to plugin and back",
    "guides/terraform.md": "alternatives: Terraform, scripts, dbt, LookML; migration, state, import ids",
    "guides/faq.md": "questions and answers; glossary: stack, adopt, drift, baseline, tagged version, profile",
    "settings.md": "region, client id and secret, environment variables, profiles, trace",
  },
  "Models and dashboards": {
    "guides/data-models.md": "model files, !ref, !include, ids, aliases, conflicts, ignorePaths, backup",
    "handbook/README.md": "examples of each element, source, control, filter, format; row and column security",
    "guides/formulas.md": "formulas, warehouse names, display names, CASE WHEN, dates, Lookup, recipes",
    "functions.md": "list of functions, equivalents of SQL and Excel",
    "dbt-formulas.md": "MetricFlow, semantic metrics, measures, SQL of dimensions",
    "rules.md": "validation, lint, warnings, turn a rule off, fan-out, wrong numbers",
    "guides/dashboards.md": "workbooks and reports as code: pull, review, layout, rows, drift, drafts, losses",
    "handbook/workbooks/README.md": "workbooks, dashboards, examples of each chart, KPI, table, container",
    "guides/dbt.md": "dbt project, semantic layer, metrics from dbt, tutorial",
  },
  "Environments and changes": {
    "guides/promotion.md": "dev to prod, staging, release, version tag, rollback, other connections",
    "guides/numbers.md":
      "data tests, data quality, golden numbers, freshness, before and after, gate a release, ModelCheck",
    "guides/reviewing.md": "pull request, comment, approve, preview, CI, GitHub Actions, GitLab, nightly drift check",
    "guides/previews.md": "options, ignoreChanges, protect, targets, transforms, up --plan",
    "guides/policies.md": "policy pack, naming, descriptions, personal data, compliance",
    "guides/teams.md": "many stacks, split a stack, StackReference, backends, locks, rate limit",
    "guides/organization.md": "members, teams, grants, workspaces, attributes, connections, schedules, tenants",
    "guides/adoption.md": "already exists, adopt, import, rename, taint, replacement, stop managing",
    "guides/programs.md": "unit tests, mocks, Automation API, embedding in web pages",
  },
  "When something is wrong": {
    "guides/troubleshooting.md":
      "error messages, cause, fix; retries, 404, 429, timeouts, lost answers, killed up, missing objects, recovery",
    "commands/doctor.md": "diagnosis, setup, proxy, certificates, permissions",
    "performance.md": "slow preview, slow refresh, hundreds of models, checkpoints, measurements",
  },
  "The command": {
    "commands/README.md": "all commands, exit codes, JSON",
    "commands/pull.md": "export to files, update files, earlier version, import file, omissions, later pulls",
    "commands/edit.md": "edit a workbook in the product, back into files",
    "commands/generate-dbt.md": "dbt, manifest, semantic layer, metrics, relationships, settings and decisions",
    "commands/generate-osi.md": "Open Semantic Interchange, Ossie, osi_document.json, export of models, SQL dialects",
    "commands/generate-warehouse.md": "models from tables, catalog, guess keys and joins, schema without dbt",
    "commands/generate-exposures.md": "dbt exposures, what reads a dbt model, downstream of dbt",
    "commands/files.md": "validate, fmt, editor, SARIF",
    "commands/check.md": "data tests, quality, unique, not null, freshness, golden numbers, JUnit",
    "commands/diff.md": "compare files, versions, organizations; names of documents",
    "commands/draw.md": "lineage, diagram, wireframes of workbooks, SVG, PNG, Mermaid, HTML, interactive page",
    "commands/impact.md":
      "what breaks, which workbooks use a column, renamed or removed column, unused columns, owner, dbt, CI",
    "commands/rename.md": "rename a column, metric or element, find and replace names, formulas, refactor",
    "commands/sandbox.md":
      "sandbox, preview environment per pull request, copies of workbooks, pictures before and after, clean up",
    "commands/comment.md": "write the comment on a merge request, preview in Markdown",
    "commands/mcp.md": "AI assistant, coding agent, Model Context Protocol, MCP server, AGENTS.md",
    "commands/completion.md": "Tab, shell completion, bash, zsh, fish, PowerShell",
    "commands/api.md":
      "any request, new warehouse table, Source not found, catalog, restore a dashboard, earlier version of a workbook",
  },
};
