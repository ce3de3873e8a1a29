/** Actions and their effects (§12). */
import * as z from "zod";
import { schemaTraits } from "../../model/schema";
import { flag, idOf, list, need, needIdOf, note, oneOf, open, part, refer, word } from "./fields";

const formula = note("A formula.");
/** A value that an effect gives: a constant, or where it comes from. */
const given = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.unknown()),
    z.looseObject({
      type: word(
        ["constant", "control", "formula", "column", "column-range", "formula-range", "agent-input", "form-field"],
        "Where it comes from.",
      ),
      value: open("The constant: `{ type: text, value: EMEA }`."),
      control: idOf("control", "The control's `controlId`."),
      formula,
      columnId: note("The column of the row that was selected."),
    }),
  ])
  .meta({ id: "GivenValue" });

const inputTable = needIdOf("element", "The input table.", { formerly: "table" });
const column = { of: ["..", "tableElementId"] };
const values = need(z.record(refer({ to: "column", ...column }), given), "Values by the column's id.");
const whichRows = need(
  z.union([
    z.string(),
    z.looseObject({
      type: word(["current-row", "single-row", "column-match"], "How they are found."),
      columnId: idOf("column", "The column that is compared.", column),
      condition: open("How it is compared."),
      value: given.optional(),
      primaryKeys: open("The keys of a single row."),
    }),
  ]),
  "Which rows: a formula, or how they are found.",
);
/** What an effect works on, or where a link leads. */
export const place = {
  type: word(["page", "element", "control", "container", "workbook"], "What it is."),
  element: idOf("element", "The element."),
  elementId: idOf("element", "The element."),
  containerElementId: idOf("element", "The container."),
  pageId: idOf("page", "The page."),
};
const target = z.looseObject({ ...place, controlId: note("The control's `controlId`.") });
const scope = z.looseObject({ ...place, controlId: idOf("control", "The control's `controlId`.") });
const openTarget = need(z.enum(["_self", "_blank", "_parent"]), "Where it opens.");

const branch = z.lazy(() => z.union([z.array(effectSchema), z.looseObject({ effects: z.array(effectSchema) })]));

/** Effects, with the fields that all of them have. */
function defineEffects(base: z.ZodRawShape = {}): z.ZodDiscriminatedUnion {
  const define = (effect: string, fields: z.ZodRawShape = {}) =>
    z.looseObject({ ...base, effect: z.literal(effect), ...fields });
  return z.discriminatedUnion("effect", [
    define("open-url", { url: note("The address."), openTarget }),
    define("open-overlay", { overlayId: needIdOf("overlay", "The overlay.") }),
    define("close-overlay"),
    define("set-control-value", {
      control: needIdOf("control", "The control's `controlId`."),
      value: given,
      selectionMode: word(["add"], "What becomes of the values chosen before."),
    }),
    define("clear-control", { scope, usePublishedValue: flag("Whether the published value comes back.") }),
    define("insert-rows", { tableElementId: inputTable, values }),
    define("update-rows", { tableElementId: inputTable, whichRows, values }),
    define("delete-rows", { tableElementId: inputTable, whichRows }),
    define("refresh-element", { target }),
    define("navigate", { target }),
    define("select-tab", {
      tabbedContainerElementId: needIdOf("element", "The container.", { formerly: "tabbedContainer" }),
      selectedTab: need(z.unknown(), "`{ tab: 0 }`, or `{ direction: next }`."),
    }),
    define("open-document", {
      documentId: need(z.string(), "The document.", { formerly: "document" }),
      documentType: need(z.enum(["workbook", "report"]), "What it is."),
      openTarget,
      targetControls: open("The values of its controls."),
    }),
    define("custom-sort", {
      elementId: needIdOf("element", "The element."),
      sort: need(z.unknown(), "The sort keys."),
    }),
    define("if-else", {
      if: need(z.unknown(), "The condition."),
      // biome-ignore lint/suspicious/noThenProperty: the platform's name of the field.
      then: branch.optional(),
      else: branch.optional(),
      effects: branch.optional(),
    }),
    define("export"),
    define("call-api", { connectorId: note("The connector.") }),
    define("call-stored-procedure"),
    define("run-python-element", { codeElementId: idOf("element", "The element with the code.") }),
    define("call-agent", { agentId: idOf("agent", "The agent."), prompt: note("What it is to do.") }),
    define("set-form-values", { formElementId: idOf("element", "The form."), values: open("The values by field.") }),
    define("reset-form", { formElementId: idOf("element", "The form.") }),
    define("trigger-plugin", {
      pluginElementId: idOf("element", "The plugin."),
      pluginEffectId: note("What it does."),
    }),
    define("clear-chat-element-messages", { chatElementId: idOf("element", "The chat.") }),
    define("set-single-row-container", { target: target.optional(), value: given.optional() }),
    define("modify-element"),
    define("send-embed-event"),
  ]);
}
const effectTraits = { noun: "effect", formerly: "kind", hint: "Such as `effect: open-overlay`." };
const effectSchema = defineEffects()
  .meta({ id: "Effect", description: "What an action does." })
  .register(schemaTraits, effectTraits);

const actionSchema = z
  .looseObject({
    id: need(z.string(), "Your id for it, unique in the document."),
    trigger: need(
      z.union([z.string(), z.looseObject({ on: word(["on-click", "on-select"], "The event."), condition: formula })]),
      "The event, such as `on-click` of a button, `on-select` of a table or chart.",
    ),
    name: note("Display name."),
    state: oneOf(["enabled", "disabled"], "A disabled action stays defined and does nothing.", { default: "enabled" }),
    successToast: part("The message after it.", {
      showMessage: open("Whether it is shown."),
      title: note("Its title."),
      message: note("Its text."),
    }),
    effects: need(z.array(effectSchema), "What it does, in this order."),
  })
  .meta({ id: "Action", description: "What happens on a click or selection." });
export const actions = list(actionSchema, "What happens on clicks and selections.");

/** A step of an agent's tool. */
export const stepSchema = z
  .discriminatedUnion("kind", [
    defineEffects({ kind: z.literal("effect") }).register(schemaTraits, effectTraits),
    z.looseObject({ kind: z.literal("sequence"), sequenceId: note("The sequence, made in the product.") }),
  ])
  .meta({ id: "Step" });
/** Actions that run by themselves, made in the product. */
export const automatedActions = list(
  z.looseObject({ effects: list(effectSchema, "What it does.") }),
  "Actions by schedule, made in the product.",
);
