/** The element of the page with an id. */
export const getById = <Type extends Element = HTMLElement>(id: string) => document.querySelector<Type>(`#${id}`)!;

/** An HTML element; a text stays text, whatever it holds. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.append(...children);
  return element;
}

/** A button that does something. */
export function makeButton(
  className: string,
  act: () => void,
  ...children: readonly (Node | string)[]
): HTMLButtonElement {
  const button = make("button", className, ...children);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

/** Somebody's name: its direction of writing stays its own. */
export const nameText = (text: string) => make("bdi", "", text);

const svg = "http://www.w3.org/2000/svg";

/** An element of SVG. */
export function makeSvg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Node[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** An icon of the page. */
export function makeIcon(name: string): SVGElement {
  return makeSvg("svg", { class: "icon", "aria-hidden": "true" }, makeSvg("use", { href: `#i-${name}` }));
}
