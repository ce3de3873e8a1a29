import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: {
    name: "Gantt chart",
    description: "Projects over time",
    url: "https://plugins.example.com/gantt",
    allowDelete: true,
  },
  ...listCalls("/v2/plugins"),
  updates: { description: { to: { description: "What is when" } } },
  conflict: { theirs: { description: "Theirs" }, ours: { description: "Ours" } },
  spelled: ["https://plugins.example.com/gantt"],
  answer: { path: "/v2/plugins/:id", fields: "pluginId name description url devUrl type" },
  program: `
new analytics.Plugin("gantt", { name: "Gantt", url: "https://plugins.example.com/gantt", allowDelete: true });`,
};
