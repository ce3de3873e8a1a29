/** The languages of programs. */
export const languages = ["typescript", "yaml", "python"] as const;
export type Language = (typeof languages)[number];
