import { dropIgnored, type JsonObject, type LocalSpec } from "pulumi-analytics-internal/core/model";
import { keyPatterns } from "pulumi-analytics-internal/core/model/stored";

/** Two sides without the parts that don't count. */
export function omitIgnored<Form extends JsonObject>(
  sides: readonly [Form, Form],
  ignore: readonly string[] = [],
): readonly [Form, Form] {
  const specs = sides as unknown as readonly [LocalSpec, LocalSpec];
  const patterns = keyPatterns(ignore, specs);
  return specs.map((spec) => dropIgnored(spec, patterns)) as unknown as [Form, Form];
}
