/**
 * What the platform loses or rewrites of a workbook, one name each. The last one is made of a workbook when it is read.
 */
export const workbookRewritingNames = [
  "trellis",
  "controlFields",
  "progressColors",
  "hiddenInputColumns",
  "unknownContainers",
  "donutHoles",
  "unknownFields",
  "emptyLists",
  "elementOrder",
  "keyOrder",
  "overlayColumns",
  "overlayTitles",
  "emptyStacks",
  "repeatedGrid",
  "navigationIcons",
  "conditionValues",
  "layoutForm",
  "stretchedContainers",
  "colors",
  "pageVisibility",
  "groupingSorts",
  "textBreaks",
  "notEqual",
  "repeatedArrangement",
  "comboSeries",
  "baseGroupings",
] as const;

export type WorkbookRewriting = (typeof workbookRewritingNames)[number];
