// Generated from kinds/declare/context.ts by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { DeepInput } from "../resource";

/** The argument of every resource. */
export interface ProfileArgs {
  /** The named profile (`analytics:profiles.<name>`) that the object belongs to. Default: the stack's own settings. Changing it replaces the resource. */
  profile?: pulumi.Input<string>;
}

/** The arguments of every resource that can be adopted. */
export interface CommonArgs extends ProfileArgs {
  /**
   * Adopts an existing object instead of creating one: `true` finds it by its natural key and creates one when there is none, `{ id }` names it. Only what
   * is declared changes; what is left out stays as it is. A removal keeps the object, unless `allowDelete` is true. Ignored once the object is in the
   * state.
   */
  adopt?: DeepInput<
    | boolean
    | {
        /** Id of the object to adopt. */
        id: string;
      }
  >;
}
