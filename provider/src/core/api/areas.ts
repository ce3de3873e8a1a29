import { apiConnectors } from "./api-connectors";
import { apiCredentials } from "./api-credentials";
import type { DeclaredArea } from "./area";
import type { Api } from "./common";
import { connections } from "./connections";
import { deploymentPolicies } from "./deployment-policies";
import { plugins } from "./plugins";
import { sourceSwapPolicies } from "./source-swap-policies";
import { tags } from "./tags";
import { teams } from "./teams";
import { tenants } from "./tenants";
import { userAttributes } from "./user-attributes";
import { workspaces } from "./workspaces";

/** The declared areas of the API, by their names in a client. */
export const areas = {
  apiConnectors,
  apiCredentials,
  connections,
  deploymentPolicies,
  plugins,
  sourceSwapPolicies,
  tags,
  teams,
  tenants,
  userAttributes,
  workspaces,
};

/** The name of a declared area. */
export type AreaName = keyof typeof areas;

/** What a client has of the declared areas. */
export type Areas = { readonly [Name in AreaName]: ReturnType<(typeof areas)[Name]["open"]> };

/** An object of an area, as listed. */
export type ListedIn<Name extends AreaName> =
  (typeof areas)[Name] extends DeclaredArea<infer Entry extends object, infer _Whole, unknown> ? Entry : never;

/** An object of an area, as read by its id. */
export type WholeIn<Name extends AreaName> =
  (typeof areas)[Name] extends DeclaredArea<infer _Entry, infer Whole extends object, unknown> ? Whole : never;

/** An object of an area, as {@link Area.findById} reads it. */
export type SeenIn<Name extends AreaName> = NonNullable<Awaited<ReturnType<Areas[Name]["findById"]>>>;

/** The answer to a create in an area. */
export type CreatedIn<Name extends AreaName> = Awaited<ReturnType<Areas[Name]["create"]>>;

/** Opens the declared areas for a client. */
export const openAreas = (api: Api): Areas =>
  Object.fromEntries(Object.entries(areas).map(([name, area]) => [name, area.open(api)])) as Areas;
