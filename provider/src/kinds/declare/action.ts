/**
 * What an action has of a life cycle: it happens on create, and leaves nothing to read, import or delete.
 *
 * @param nothingToRead the error of a lookup or import by id.
 * @see `kinds/connection-sync.ts`
 */
export function defineAction(nothingToRead: string) {
  return {
    adoption: false as const,
    writing: { isStoredAsDeclared: true },
    deletion: { leaves: () => "What an action did stays: its resource is removed from the state only." },

    async read<Outputs>(_context: unknown, _id: string, known: { readonly outputs: Partial<Outputs> } | undefined) {
      if (known === undefined) throw new Error(nothingToRead);
      // The state has all that the create answered.
      return { inputs: {}, outputs: known.outputs as Outputs };
    },

    // What has happened stays so.
    async delete() {},
  };
}
