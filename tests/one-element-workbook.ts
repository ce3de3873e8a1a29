/** The contents of a workbook whose only page has one element, with the id `t`. */
export const buildOneElementWorkbook = (element: object) => ({
  schemaVersion: 1,
  kind: "workbook",
  pages: [{ id: "main", name: "Main" }],
  elements: [{ id: "t", ...element }],
  layout:
    '<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)">' +
    '<Element elementId="t" gridColumn="1 / 25" gridRow="1 / 9"/></Page>',
});
