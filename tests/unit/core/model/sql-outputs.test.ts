import { findOutputs } from "../../../../provider/src/core/model/references/sql-outputs";
import { expectLimited, manyCharacters } from "../../limited";

test.each<[statement: string, outputs: string[]]>([
  ["select a, b from t", ["a", "b"]],
  ["SELECT DISTINCT t.a, s.t.b AS c FROM s.t WHERE x = 'y'", ["a", "c"]],
  ["select a\n, sum(b) as total\nfrom t group by 1;", ["a", "total"]],
  ['select count(distinct a) as "How many", `b`, [c d] from t', ["How many", "b", "c d"]],
  ["select extract(year from d) as y, 'from , x' as z from t", ["y", "z"]],
  ["select case when a = 1 then (b) end as c from (select * from u) t", ["c"]],
  ["select a::int as b, (1)as c from t", ["b", "c"]],
  ["select größe from t", ["größe"]],
  ["select a from t where b = {{control}} -- comment", ["a"]],
])("%s returns its columns", (statement, outputs) => {
  expect(findOutputs(statement)).toEqual(outputs);
});

test.each([
  "",
  "select",
  "select a, b",
  "select * from t",
  "select a, t.* from t",
  "select a, * exclude (b) from t",
  "select a b from t",
  "select sum(a) from t",
  "select a::int from t",
  "select 1, a from t",
  "select null, a from t",
  "select current_date, a from t",
  "select top 10 a, b from t",
  "select as struct a, b from t",
  "select distinct on (a) a, b from t",
  "with x as (select a from t) select b from x",
  "(select a from t)",
  "from t select a",
  "select a /* , b */ from t",
  "select a -- from t\n, b from t",
  "select {{#raw columns}} from t",
  "select a, {{#raw more}} as b from t",
  "select a from t; select b from t",
  "select a from t |> select b",
  "select $1 as a from t",
  "select 'it\\'s, ' as a, b from t",
  "select 'a from t",
  "select a) as b from t",
])("%j isn't understood for sure", (statement) => {
  expect(findOutputs(statement)).toBeUndefined();
});

test.each(["a", "a.", " as", '"', "(", "from ", "a, ", "[a] "])(
  "a long statement of %j takes time in proportion",
  (part) => {
    expectLimited(() => findOutputs(`select ${part.repeat(manyCharacters / part.length)} from t`));
  },
);
