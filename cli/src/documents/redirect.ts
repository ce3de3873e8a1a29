import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command/exit";
import { insertNames, References } from "./references";

/** A document that is created a second time, beside the one of production. */
export interface MovedModel {
  readonly form: JsonObject;
  /** What it is in production; of one that is new, what stands for it. */
  readonly id: string;
  /** Of a data model: the ids of its elements by those of its form, where it is in production. */
  readonly elements: Readonly<Record<string, string>>;
  /** What its `!ref`s stand for in production. */
  readonly refs: Readonly<Record<string, unknown>>;
  /** What `!ref`s of other files call it; undefined: it is of no file. */
  readonly name?: string;
}

/** Leads what reads data models of production to others in their place. */
export interface Redirect {
  /** The ids of these data models, and of their elements, as names: also those in parameters of controls. */
  insertNames(form: Json): Json;
  /** What a name leads to, by what it stands for in production, or else by what files call a data model. */
  findTarget(name: string, refs: MovedModel["refs"]): string | undefined;
}

/**
 * @param write what stands for one of the models, or for an element of it by the id in its form.
 */
export function createRedirect<Model extends MovedModel>(
  models: readonly Model[],
  write: (model: Model, element?: string) => string | undefined,
): Redirect {
  // Names in `!ref` that no file has: a file's own keep their meaning.
  const formName = ({ id }: MovedModel) => `moved/${id}`;
  const references = new References([]);
  for (const model of models) {
    const elements = Object.fromEntries(Object.entries(model.elements).map(([own, id]) => [own, { id }]));
    references.add({ id: model.id, name: formName(model), ids: { elements } });
  }
  const findElement = (model: Model, isMeant: (id: string) => boolean) => {
    const [own] = Object.entries(model.elements).find(([, id]) => isMeant(id)) ?? [];
    return own === undefined ? undefined : write(model, own);
  };
  return {
    insertNames: (form) => insertNames(form, references, { mayRefer: () => true }),

    findTarget(name, refs) {
      const [own, element] = splitRef(name);
      const isMeant = (model: Model) =>
        formName(model) === own || refs[own] === model.id || (refs[own] === undefined && isCalled(model, own));
      const model = models.find(isMeant);
      const value = refs[name];
      if (model === undefined) return models.flatMap((one) => findElement(one, (id) => id === value) ?? [])[0];
      if (element === undefined) return write(model);
      return (value === undefined ? undefined : findElement(model, (id) => id === value)) ?? write(model, element);
    },
  };
}

const isCalled = ({ name }: MovedModel, text: string) => name !== undefined && isSameName(name, text);

/**
 * What a name of a document stands for where it is created a second time.
 *
 * @param file whose name it is, for messages.
 * @param findValue what names stand for in production beside those of the document.
 * @throws UsageError for what nobody knows, and for a secret.
 */
export function requireValue(
  name: string,
  { refs }: MovedModel,
  file: string,
  findValue: (name: string) => string | undefined,
): string {
  const known = refs[name] ?? findValue(name);
  if (typeof known === "string") return known;
  const why = known === undefined ? "nothing that the stack or the project's files know" : "a secret of the stack";
  throw new UsageError(
    `${file}: !ref ${name} stands for ${why}. Run \`pulumi up\` of a program that gives it a value, and ` +
      "name its stack with --stack.",
  );
}
