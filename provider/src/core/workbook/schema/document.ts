/**
 * The representation of a workbook or report, written once: the check of its shape, its references, the canonical form,
 * the order of its fields in files and the JSON Schema for editors all come from here. The interface is in beta: what
 * is not documented is kept, sent and compared as data. See `Traits` for what fields mean beside their types.
 */
import * as z from "zod";
import { schemaTraits } from "../../model/schema";
import { actions, automatedActions, stepSchema } from "./actions";
import { textLook } from "./charts";
import { backgroundImage, elementSchema, tableStyle } from "./elements";
import {
  color,
  colorSchema,
  figure,
  idOf,
  idsOf,
  list,
  look,
  may,
  need,
  note,
  open,
  part,
  scheme,
  word,
} from "./fields";
import { targetSource } from "./model-parts";

const switched = (description: string) => word(["enabled", "disabled"], description);
const visible = ["shown", "hidden"];
const widths = ["x-small", "small", "medium", "large", "x-large"];
const ownId = need(z.string(), "Your id for it, unique in the document.");
const layout = open("The layout: rows of elements by page, or the XML of the platform.");
const title = may(z.string(), "Its name.");

// Pages, overlays and panels (§5.1 to §5.3)

export const pageSchema: z.ZodObject = z
  .object({
    id: ownId,
    name: need(z.string(), "The page's name."),
    type: may(z.string(), "`page`."),
    visibility: may(
      z.union([z.string(), z.looseObject({ kind: note("`specific-users-and-teams`."), assignments: open("Who.") })]),
      "`shown`, `hidden`, or who sees it.",
      { default: "shown" },
    ),
    pageWidth: word(["full", "large", "medium", "custom"], "How wide it is."),
    backgroundColor: color("Fill."),
    backgroundImage,
    description: note("What it shows."),
    layout,
  })
  .meta({ id: "Page", description: "A page." })
  .register(schemaTraits, { isNamedByFile: true });
const header = part("The line above.", {
  title: note("The title."),
  showCloseIcon: word(visible, "Whether it can be closed there."),
});
const overlaySchema = z
  .object({
    id: ownId,
    type: need(z.enum(["modal", "drawer", "popover"]), "What it is.", { noun: "type" }),
    name: title,
    modal: part(
      "Width, header and footer.",
      {
        width: word(widths, "How wide it is."),
        header,
        footer: open("`{ primaryCta: { text, visible }, secondaryCta }`."),
      },
      { hint: "Write `modal: { width: large }`." },
    ),
    drawer: part(
      "Width, side and header.",
      {
        width: word(widths, "How wide it is."),
        position: word(["start", "end"], "The side."),
        showShadow: open("Whether it has a shadow."),
        header,
      },
      { hint: "Write `drawer: { width: small }`." },
    ),
    popover: part("What opens it.", { triggerElementId: idOf("element", "The element.") }),
    actions,
    layout,
  })
  .meta({ id: "Overlay", description: "A window over pages." });
const panelSchema = z
  .object({
    id: ownId,
    type: need(z.string().meta({ examples: ["header", "sidebar", "footer"] }), "What it is."),
    title: open("Its title."),
    name: title,
    pages: idsOf("page", "The ids of the pages that have it."),
    config: look("Scrolling and border.", {
      scroll: word(["sticky", "none"], "Whether it stays."),
      borderStyle: word(["line", "shadow", "none"], "Its border."),
      backgroundColor: color("Fill."),
    }),
    width: word(["small", "medium", "large"], "How wide a sidebar is."),
    layout,
  })
  .meta({ id: "Panel", description: "A header, sidebar or footer." });

// Settings (§5.4)

const overrides = look("What differs from the theme.", {
  colors: may(
    z.record(z.string(), colorSchema),
    "`text`, `highlight`, `surface`, `success`, `warning`, `danger`; and `darkMode`.",
  ),
  colorOverrides: may(z.record(z.string(), colorSchema), "Colors by role, such as `backgroundCanvas`.", {
    hint: 'Write `colorOverrides: { backgroundCanvas: "#ffffff" }`.',
  }),
  fonts: part("Fonts.", { textFont: note("Of texts."), dataFont: note("Of data.") }),
  titleFont: textLook("Titles."),
  borderRadius: word(["square", "round", "pill"], "Corners."),
  elementBorder: look("Borders.", { color: color("Border."), width: open("0 to 3 pixels.") }),
  hasCards: word(visible, "Whether elements are cards."),
  categoricalScheme: scheme("Colors of categories."),
  sequentialScheme: scheme("Colors of a range."),
  divergingScheme: scheme("Colors of a range with a middle."),
  pageWidth: open("How wide pages are."),
  maxPageWidth: open("At least 600."),
  space: part("Space.", {
    unit: word(["small", "medium", "large"], "How much."),
    showElementPadding: word(visible, "Whether elements have space inside."),
  }),
  layoutColors: look("Colors of the layout."),
  tableStyles: tableStyle,
});
const settings = part("Theme and navigation.", {
  theme: part(
    "The theme.",
    { name: word(["Light", "Dark", "Surface"], "Its name, or the id of a theme of the organization."), overrides },
    { hint: "Write `theme: { name: Dark }`." },
  ),
  navigation: part(
    "What leads from page to page.",
    {
      pageHeader: switched("The header."),
      pageSidebar: switched("The sidebar."),
      primary: word(["sidebar", "header"], "Which of them is the main one."),
      pageTabsInViewMode: word(visible, "The tabs of pages, for who views."),
    },
    { hint: "Write `navigation: { pageHeader: enabled }`." },
  ),
});

// Agents (§5.5)

const toolSchema = z.looseObject({
  toolId: note("Your id for it."),
  kind: word(["action", "mcp-connector", "warehouse-agent", "search-service"], "What it is."),
  name: note("Its name."),
  description: note("What it does."),
  steps: list(stepSchema, "What it does, in this order."),
  requiresApproval: open("Whether the reader is asked before."),
  connectorId: note("The connector."),
  connectionId: note("The connection."),
  path: open("Where it is."),
});
const agentSchema = z
  .looseObject({
    id: ownId,
    name: title,
    instructions: need(z.string(), "What it is to do."),
    description: note("What it is for."),
    dataSources: list(targetSource, "What it reads."),
    greeting: part(
      "What it says first.",
      {
        mode: word(["static", "generated"], "Whether the text is given or written by it."),
        message: note("The text."),
        prompt: note("What to write."),
      },
      { hint: "Write `greeting: { mode: static, message: Hello }`." },
    ),
    tools: list(toolSchema, "What it can do."),
  })
  .meta({ id: "Agent", description: "An agent." });

// The document (§5)

const pixels = (description: string) => figure(`${description} Pixels.`);
const defineHead = (kind: string) => ({
  schemaVersion: need(z.literal(1), "The version of the representation: 1."),
  kind: need(z.literal(kind), "What the document is."),
  name: may(z.string(), "Its name; the resource's `name` is used when left out."),
  description: note("What it is for."),
});
const body = {
  pages: need(z.array(pageSchema), "The pages.", { hint: "Write `pages: [{ id: main, name: Main }]`." }),
  settings,
  overlays: list(overlaySchema, "Windows over pages.", { default: [] }),
  panels: list(panelSchema, "Headers, sidebars and footers.", { default: [] }),
  agents: list(agentSchema, "Agents.", { default: [] }),
  automatedActions,
  elements: need(z.array(elementSchema), "The elements of all pages.", {
    hint: "List the elements, or write `elements: []`.",
  }),
  layout: may(
    z.union([z.string(), z.looseObject({})]),
    "Where elements stand: rows by the page's id, or the XML of the platform.",
    { hint: "Write a list by page, or the XML of the platform." },
  ),
};
/** Fields of the API's answer, which aren't part of the document. */
const misplaced = Object.fromEntries(
  ["folderId", "workbookId", "reportId", "url", "ownerId", "documentVersion", "path"].map((field) => [
    field,
    "It belongs beside `contents`.",
  ]),
);
export const workbookSchema: z.ZodObject = z
  .object({ ...defineHead("workbook"), ...body })
  .meta({ id: "Workbook", title: "Workbook", description: "The code representation of a workbook." })
  .register(schemaTraits, { isSpacious: true, misplaced });
export const reportSchema: z.ZodObject = z
  .object({
    ...defineHead("report"),
    config: part("The paper.", {
      pageWidth: pixels("Its width."),
      pageHeight: pixels("Its height."),
      margin: pixels("The margin."),
    }),
    ...body,
  })
  .meta({ id: "Report", title: "Report", description: "The code representation of a report." })
  .register(schemaTraits, { isSpacious: true, misplaced });
