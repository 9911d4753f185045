import type { Db } from '@ostatok/kit/node/db.ts';
import type { ImportKind } from '../../contract/imports.ts';
import { groupOf } from '../items/item-groups.ts';
import type { StagedRow } from './row-reader.ts';

/** The accounts count bottles where the bar counts litres. */
const inLitres = `case when r.unit = 'шт' and i.unit = 'л' then round(r.expected * i.volume_ml / 1000, 3) else r.expected end`;

/** What an import can change of an item, besides its name; blank in the file means: leave as it is. */
const optional = [
  'article',
  'ean',
  '"group"',
  'expected',
  'par',
  'cost',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
];

const singleSpaced = (column: string): string => `btrim(regexp_replace(${column}, '\\s+', ' ', 'g'))`;
const itemsChange = [
  `r.name <> ${singleSpaced('i.name')}`,
  `coalesce(r.category <> ${singleSpaced('i.category')}, false)`,
  'coalesce(r.unit <> i.unit, false)',
  ...optional.map((column) => `coalesce(r.${column} is distinct from i.${column} and r.${column} is not null, false)`),
].join(' or ');

const itemsError = `
  case when m.ambiguous is not null then m.ambiguous
       when m.id is not null and e.id is not null and e.id <> m.id then 'ean'
       when m.id is not null and i.quantity <> 0 and r.unit <> i.unit then 'unit' end`;

const expectedError = `
  case when m.ambiguous is not null then m.ambiguous
       when m.id is null then 'unknown'
       when r.unit <> i.unit and (r.unit <> 'шт' or i.unit <> 'л' or i.volume_ml is null) then 'unit'
       when r.expected is null then 'blank' end`;

/**
 * One portion of rows beside the items they meet: by article, else barcode, else name. A number of several items is an
 * error unless the name decides; a name decides only among items of that article or without one.
 */
const stagePortion = (kind: ImportKind): string => `
  insert into import_rows (import_id, row, item_id, action, field, message, name, search_name, article, ean, category, "group",
                           unit, quantity, expected, par, cost, volume_ml, weight_empty_g, weight_full_g, density_g_per_ml)
  select ?::uuid, r.row, coalesce(m.id, nextval('items_id_seq')),
         case when x.error is not null then 'error' when m.id is null then 'create' when x.changes then 'update' else 'unchanged' end,
         case x.error when 'unknown' then 'name' when 'blank' then 'expected' else x.error end,
         case x.error
           when 'article' then format('Артикул «%s» есть у нескольких позиций', r.article)
           when 'name' then format('Позиций с названием «%s» несколько: укажите артикул', r.name)
           when 'ean' then format('Штрихкод %s уже у позиции «%s»', r.ean, e.name)
           when 'unit' then format('Единица позиции — %s, а в файле — %s', i.unit, r.unit)
           when 'unknown' then 'Такой позиции нет: сначала загрузите её списком позиций'
           when 'blank' then 'Не указан учётный остаток' end,
         r.name, r.search_name, r.article, r.ean, r.category,
         case when m.id is null then coalesce(r."group", r.likely_group) else r."group" end, r.unit, r.quantity,
         ${kind === 'expected' ? inLitres : 'r.expected'},
         r.par, r.cost, r.volume_ml, r.weight_empty_g, r.weight_full_g, r.density_g_per_ml
    from (select g.*, round(g.roubles * 100)::bigint as cost
            from jsonb_to_recordset(?::jsonb) as g(row int, name text, search_name text, article text, ean text, category text,
              "group" text, likely_group text, unit text, quantity numeric, expected numeric, par numeric, roubles numeric, volume_ml int,
              weight_empty_g numeric, weight_full_g numeric, density_g_per_ml numeric)) r
    left join lateral (
      select min(a.id) as id, count(*) as n, min(a.id) filter (where a.search_name = r.search_name) as same
        from items a where a.article = r.article and a.deleted_at is null) a on true
    left join items e on e.ean = r.ean and e.deleted_at is null
    left join lateral (
      select min(b.id) as id, count(*) as n, min(b.id) filter (where b.article is null) as bare
        from items b where b.search_name = r.search_name and b.deleted_at is null
                       and (r.article is null or b.article is null)) b on true
    left join lateral (
      select case when a.n = 1 then a.id when a.n > 1 then a.same when e.id is not null then e.id when b.bare is not null then b.bare when b.n = 1 then b.id end as id,
             case when a.n > 1 and a.same is null then 'article' when a.n = 0 and e.id is null and b.bare is null and b.n > 1 then 'name' end as ambiguous
      ) m on true
    left join items i on i.id = m.id
    left join lateral (
      select ${kind === 'items' ? itemsError : expectedError} as error,
             ${kind === 'items' ? itemsChange : `(${inLitres}) is distinct from i.expected`} as changes) x on true`;

export async function stageRows(db: Db, importId: string, kind: ImportKind, rows: StagedRow[]): Promise<void> {
  const portion = rows.map(({ cost, ...row }) => ({
    ...row,
    roubles: cost,
    likely_group: groupOf(row.category ?? '', row.name),
  }));
  await db.raw(stagePortion(kind), [importId, JSON.stringify(portion)]);
}

/** Rows that speak of what an earlier row of the file has already said are left out, each naming that row. */
export async function rejectDoubles(db: Db, importId: string): Promise<void> {
  const doubles: [string, string, string, string][] = [
    ['name', `search_name, coalesce(article, '')`, 'true', 'Такая же позиция уже есть в строке %s'],
    ['ean', 'ean', 'ean is not null', 'Такой же штрихкод уже есть в строке %s'],
    ['name', 'item_id', `action in ('update', 'unchanged')`, 'Та же позиция заведения уже есть в строке %s'],
  ];
  await db.raw('analyze import_rows');
  for (const [field, key, when, message] of doubles) {
    await db.raw(
      `update import_rows r set action = 'error', field = ?, message = format(?, d.first)
         from (select row, first_value(row) over (partition by ${key} order by row) as first
                 from import_rows where import_id = ? and action <> 'error' and ${when}) d
        where r.import_id = ? and r.row = d.row and d.first <> d.row`,
      [field, message, importId, importId],
    );
  }
}
