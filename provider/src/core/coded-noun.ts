/** What the platform takes whole as code, by one pair of endpoints: a dashboard, or pages for print. */
export type CodedNoun = "workbook" | "report";
