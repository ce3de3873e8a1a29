/** The languages of programs. */
export const languages = ["typescript", "yaml", "python"] as const;
export type Language = (typeof languages)[number];

/** The file that a program begins with, in a project that a command writes. */
export const programFiles: Readonly<Record<Language, string>> = {
  typescript: "index.ts",
  yaml: "Pulumi.yaml",
  python: "__main__.py",
};
