import type { Json } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";

/** Plain data for a file of dbt, which evaluates Jinja in its texts: `{{ env_var('TOKEN') }}` stays a text. */
export function escapeJinja<T extends Json>(value: T): T;
export function escapeJinja(value: Json): Json {
  if (typeof value === "string") return value.replace(/\{(?=[{%#])/g, '{{ "{" }}');
  if (Array.isArray(value)) return value.map((item) => escapeJinja(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escapeJinja(item as Json)]));
}
