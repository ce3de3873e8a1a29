import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { name: "Production", color: "grass", description: "What everyone sees" },
  ...listCalls("/v2/tags"),
  updates: { description: { to: { description: "What tenants see" } }, color: { to: { color: "plum" } } },
  conflict: { theirs: { description: "Theirs" }, ours: { description: "Ours" } },
  answer: {
    path: "/v2/tags",
    entry: { versionTagId: ":id" },
    fields: "versionTagId name ownerId audit isArchived? description? color?",
  },
  program: `const release = new analytics.Tag("release", settings.tag);`,
};
