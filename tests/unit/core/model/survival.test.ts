import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { specs } from "./arbitrary";
import { formKey, listDefinitions, makeRandomEdit } from "./edits";
import { FakeServer, type IdPolicy } from "./fake-server";
import {
  createEmptyIdentity,
  diffSpecs,
  followRenames,
  type IdentityMap,
  type JsonObject,
  matchIdentity,
  toLocalIds,
  toServerIds,
  validateSpec,
} from "./spec";

/** The server's id of every definition of a spec, by its key in the user's ids. */
function listServerIds(spec: JsonObject, map: IdentityMap): Map<string, string> {
  const theirs = listDefinitions(toServerIds(spec, map));
  return new Map(listDefinitions(spec).map((site, index) => [formKey(site), theirs[index]!.id]));
}

/** The key that a definition had before a rename. */
function formKeyBefore(
  site: ReturnType<typeof listDefinitions>[number],
  renamed: { key: string; to: string } | undefined,
): string {
  if (!renamed) return formKey(site);
  const [kind, owner, id] = JSON.parse(renamed.key) as [string, string | null, string];
  const isIt = site.kinds[0] === kind && site.id === renamed.to && (site.owner ?? null) === owner;
  if (isIt) return renamed.key;
  return formKey({ ...site, owner: kind === "element" && site.owner === renamed.to ? id : site.owner });
}

describe.each<IdPolicy>(["keep", "reassign", "recount"])("with a server that would %s ids", (policy) => {
  test("everything stays what it is through 50 edits", () => {
    fc.assert(
      fc.property(specs, fc.gen(), (first, draw) => {
        const server = new FakeServer(policy);
        let spec = first;
        server.create(toServerIds(spec, createEmptyIdentity()));
        let { map } = matchIdentity({ sent: spec, received: server.read() });
        for (let n = 0; n < 50; n++) {
          const idsBefore = listServerIds(spec, map);
          const edited = makeRandomEdit(spec, draw);
          const followed = followRenames(map, spec, edited.spec);
          const isSame = diffSpecs(spec, edited.spec).length === 0;
          spec = edited.spec;
          expect(validateSpec(spec).filter(({ severity }) => severity === "error")).toEqual([]);
          if (isSame) continue;

          const sentIds = listServerIds(spec, followed);
          server.replace(toServerIds(spec, followed));
          const match = matchIdentity({ sent: spec, received: server.read(), previous: followed });
          map = match.map;
          expect({ what: edited.what, ambiguities: match.ambiguities }).toEqual({ what: edited.what, ambiguities: [] });
          expect(diffSpecs(spec, toLocalIds(server.read(), map), { stored: true })).toEqual([]);

          const idsNow = listServerIds(spec, map);
          const lost = listDefinitions(spec).flatMap((site) => {
            const key = formKey(site);
            const [sent, now, before] = [
              sentIds.get(key)!,
              idsNow.get(key)!,
              idsBefore.get(formKeyBefore(site, edited.renamed)),
            ];
            // What existed is sent by the id the server knows it by, and what comes back for it is the same thing.
            const isSent = before === undefined || sent === before;
            const isFound = server.sentAs.get(now) === sent;
            const isKept = policy !== "keep" || before === undefined || now === before;
            return isSent && isFound && isKept ? [] : [{ key, before, sent, now }];
          });
          expect({ what: edited.what, lost }).toEqual({ what: edited.what, lost: [] });
        }
      }),
      { numRuns: countCases(5), endOnFailure: true },
    );
  });
});

test("edits made on the server show up in the user's ids, and only they", () => {
  fc.assert(
    fc.property(specs, fc.gen(), (spec, draw) => {
      const server = new FakeServer("keep");
      server.create(toServerIds(spec, createEmptyIdentity()));
      const { map } = matchIdentity({ sent: spec, received: server.read() });
      // The same edit once on the server, once in the user's spec.
      const edited = makeRandomEdit(spec, draw);
      if (edited.renamed) return;
      const placed = toServerIds(edited.spec, map);
      server.edit((model) => Object.assign(model, placed));
      const match = matchIdentity({ sent: spec, received: server.read(), previous: map });
      expect(match.ambiguities).toEqual([]);
      const drift = diffSpecs(spec, toLocalIds(server.read(), match.map), { stored: true });
      expect(drift.map(({ where, field, action }) => [action, where, field])).toEqual(
        diffSpecs(spec, edited.spec).map(({ where, field, action }) => [action, where, field]),
      );
    }),
    { numRuns: countCases(100), endOnFailure: true },
  );
});
