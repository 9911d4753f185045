import type { ImportKind } from '../../contract/imports.ts';
import { UNKNOWN_ITEM } from './messages.ts';
import { stagedColumns } from './staged-columns.ts';

/** Converts bottles to litres where the accounts count bottles and the bar counts litres. */
const inLitres = `case when m.unit = 'шт' and i.unit = 'л' then round(m.expected * i.volume_ml / 1000, 3) else m.expected end`;

/**
 * Returns roubles per unit of the item. Bottles and litres are converted by the volume in the file or on the item; null
 * where it is unknown, or where the price refers to something else.
 */
const volume = 'coalesce(m.volume_ml, i.volume_ml)';
const unitPrice = `
  case when m.cost_per = 'unit' or m.cost_per = coalesce(m.unit, i.unit, 'шт') then m.roubles
       when m.cost_per = 'bottle_or_unit' and coalesce(m.unit, i.unit, 'шт') <> 'л' then m.roubles
       when m.cost_per = 'bottle' and coalesce(m.unit, i.unit, 'шт') = 'шт' then m.roubles
       when m.cost_per in ('bottle', 'bottle_or_unit') and coalesce(m.unit, i.unit) = 'л' then m.roubles * 1000 / ${volume}
       when m.cost_per = 'л' and coalesce(m.unit, i.unit, 'шт') = 'шт' then m.roubles * ${volume} / 1000 end`;
const withoutPrice = `
  case when r.cost_per in ('bottle', 'bottle_or_unit') and r.final_unit = 'л'
       then 'Цена за бутылку, а объём бутылки не указан: строка загрузится без цены'
       else format('Цена за %s, а позиция считается в %s: строка загрузится без цены',
                   case r.cost_per when 'bottle' then 'бутылку' when 'л' then 'литр' else 'килограмм' end,
                   case r.final_unit when 'шт' then 'штуках' when 'л' then 'литрах' else 'килограммах' end) end`;

/** Columns of an item, apart from its texts, that an import can change; a blank in the file leaves the old value. */
const plainColumns = [
  'article',
  'unit',
  '"group"',
  'expected',
  'par',
  'cost',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
];
/**
 * True if the group was never chosen, because the item had neither group nor category: it then follows the category
 * from the file.
 */
const regrouped = `coalesce(i."group" = 'other' and i.category = '' and m.category <> '', false)`;
const textDiffers = (column: string): string =>
  `coalesce(m.${column} <> i.${column} and m.${column} <> btrim(regexp_replace(i.${column}, '\\s+', ' ', 'g')), false)`;

/**
 * For each kind, for a row m and its item i: what forbids the row, its expected quantity, and whether it changes
 * anything.
 */
const rules: Record<ImportKind, { error: string; expected: string; changes: string }> = {
  items: {
    error: `case when m.ambiguous is not null then m.ambiguous
                 when m.id is not null and m.ean_id <> m.id then 'ean'
                 when i.quantity <> 0 and m.unit <> i.unit then 'unit' end`,
    expected: 'm.expected',
    changes: [
      textDiffers('name'),
      textDiffers('category'),
      '(m.ean is not null and not m.further and m.ean is distinct from i.ean)',
      ...plainColumns.map((column) => `(m.${column} is not null and m.${column} is distinct from i.${column})`),
    ].join(' or '),
  },
  expected: {
    error: `case when m.ambiguous is not null then m.ambiguous
                 when m.id is null then 'unknown'
                 when m.unit <> i.unit and (m.unit <> 'шт' or i.unit <> 'л' or i.volume_ml is null) then 'unit'
                 when m.expected is null then 'blank' end`,
    expected: inLitres,
    changes: `(${inLitres}) is distinct from i.expected`,
  },
};

/** The row's values from the file, and the group derived from its words. */
const fileColumns = [
  ['row', 'int'],
  ['name', 'text'],
  ['search_name', 'text'],
  ['article', 'text'],
  ['ean', 'text'],
  ['category', 'text'],
  ['group', 'text'],
  ['likely_group', 'text'],
  ['unit', 'text'],
  ['quantity', 'numeric'],
  ['expected', 'numeric'],
  ['par', 'numeric'],
  ['roubles', 'numeric'],
  ['cost_per', 'text'],
  ['volume_ml', 'int'],
  ['volume_in_name', 'int'],
  ['weight_empty_g', 'numeric'],
  ['weight_full_g', 'numeric'],
  ['density_g_per_ml', 'numeric'],
] as const;
type FileColumn = (typeof fileColumns)[number][0];

/** The item that is called so by a person's word, and whether several are. */
const calledColumns = [
  ['called_id', 'int'],
  ['is_called_by_several', 'bool'],
] as const;
/** How a row was found to be like the item `called_id`. */
const likenessColumns = [
  ['confidence', 'float4'],
  ['reasons', 'jsonb'],
  ['sure', 'bool'],
] as const;
export type GivenColumn = FileColumn | (typeof calledColumns | typeof likenessColumns)[number][0];

/** `import_similar` has what a row would write to an item that it may be. */
export type StagingTable = 'import_rows' | 'import_similar';
export const givenColumns: Record<StagingTable, readonly (readonly [GivenColumn, string])[]> = {
  import_rows: [...fileColumns, ...calledColumns],
  import_similar: [...fileColumns, ...calledColumns, ...likenessColumns],
};

/** An item that is found by a person's word keeps its own name, and its own article and barcode where it has them. */
const kept: Partial<Record<FileColumn, string>> = {
  name: 'i.name',
  search_name: 'i.search_name',
  article: 'case when i.article is null then m.article end',
  ean: 'case when i.ean is null then m.ean end',
};
/** A new item without a volume in the file holds what its name says. */
const volumeOfRow = `case when m.id is null and not m.is_called then coalesce(m.volume_ml, m.volume_in_name)
                          else m.volume_ml end as volume_ml`;
const named = fileColumns
  .map(([column]) => {
    if (column === 'volume_ml') return volumeOfRow;
    const own = kept[column];
    return own ? `case when m.is_called then ${own} else m.${column} end as ${column}` : `m."${column}"`;
  })
  .join(', ');

/**
 * Stages one batch of rows beside their matching items: by article, else by barcode, else by name. An article of
 * several items is an error unless the name decides; a name decides among items without an article, or when it is the
 * only one. An item's additional barcode finds it and changes nothing in it. What none of these finds is the item that a
 * person has called so.
 */
export const stageBatch = (kind: ImportKind, into: StagingTable): string => {
  const { error, expected, changes } = rules[kind];
  const isSimilar = into === 'import_similar';
  return `
  with further as materialized (
    select i.id, i.name, c->>'ean' as ean from items i cross join jsonb_array_elements(i.codes) c
     where i.deleted_at is null and i.codes <> '[]' and c->>'ean' = any(?::text[])),
  known as materialized (
    select * from items
     where deleted_at is null and (article = any(?::text[]) or ean = any(?::text[]) or search_name = any(?::text[])
                                   or id = any(?::int[]) or id in (select id from further))),
  by_ean as (select id, name, ean, false as further from known where ean is not null
             union all select id, name, ean, true from further),
  by_article as (select article, count(*) as n, min(id) as id from known where article is not null group by article),
  by_name as (select search_name, count(*) as n, min(id) as id, min(id) filter (where article is null) as bare
                from known group by search_name),
  given as materialized (
    select *
      from unnest(${givenColumns[into].map(([, type]) => `?::${type}[]`).join(', ')})
        as g(${givenColumns[into].map(([column]) => `"${column}"`).join(', ')})),
  found as (
    select r.*, e.id as ean_id, e.name as ean_name, coalesce(e.further, false) as further,
           case when a.n = 1 then a.id when a.n > 1 then s.id when e.id is not null then e.id
                when b.bare is not null then b.bare when b.n = 1 and r.article is null then b.id end as id,
           case when a.n > 1 and s.id is null then 'article'
                when a.n is null and e.id is null and b.bare is null and b.n > 1 and r.article is null then 'name' end as ambiguous
      from given r
      left join by_article a on a.article = r.article
      left join known s on a.n > 1 and s.article = r.article and s.search_name = r.search_name
      left join by_ean e on e.ean = r.ean
      left join by_name b on b.search_name = r.search_name),
  chosen as (
    select f.*, f.id is null and f.ambiguous is null and c.id is not null as is_called,
           case when f.id is null and f.is_called_by_several then 'name' else f.ambiguous end as unclear
      from found f left join known c on c.id = f.called_id),
  met as (
    select ${named}, m.ean_id, m.ean_name, m.further, m.unclear as ambiguous, m.name as name_in_file,
           ${isSimilar ? 'm.confidence, m.reasons, m.sure, ' : ''}case when m.is_called then m.called_id else m.id end as id,
           case when m.is_called then m.name end as called
      from chosen m left join known i on m.is_called and i.id = m.called_id),
  priced as (
    select p.*, round(p.unit_price * 100)::bigint as cost
      from (select m.*, ${unitPrice} as unit_price from met m left join known i on i.id = m.id) p)
  insert into ${into} (import_id, row, item_id, ${stagedColumns.join(', ')}${isSimilar ? ', confidence, reasons, sure' : ''})
  select ?::uuid, r.row, coalesce(r.id, nextval('items_id_seq')),
         case when r.error is not null then 'error' when r.id is null then 'create'
              when ${isSimilar ? 'true' : 'r.changes'} then 'update' else 'unchanged' end,
         case r.error when 'unknown' then 'name' when 'blank' then 'expected' else coalesce(r.error, r.unpriced) end,
         case coalesce(r.error, r.unpriced)
           when 'article' then format('Артикул «%s» есть у нескольких позиций', r.article)
           when 'name' then format('Позиций с названием «%s» несколько: укажите артикул', r.name_in_file)
           when 'ean' then format('Штрихкод %s уже у позиции «%s»', r.ean, r.ean_name)
           when 'unit' then format('Единица позиции — %s, а в файле — %s', r.item_unit, r.unit)
           when 'unknown' then '${UNKNOWN_ITEM}'
           when 'blank' then 'Не указан учётный остаток'
           when 'cost' then ${withoutPrice} end,
         r.name, r.search_name, r.article, case when not r.further then r.ean end, r.category,
         case when r.id is null or r.regrouped then coalesce(r."group", r.likely_group) else r."group" end, r.unit, r.quantity,
         r.to_expect, r.par, r.cost, r.volume_ml, r.weight_empty_g, r.weight_full_g, r.density_g_per_ml, r.called
         ${isSimilar ? ', r.confidence, r.reasons, r.sure' : ''}
    from (select m.*, i.unit as item_unit, ${regrouped} as regrouped, ${error} as error, ${expected} as to_expect,
                 m.id is not null and (${changes}) as changes, coalesce(m.unit, i.unit, 'шт') as final_unit,
                 case when m.roubles is not null and m.cost is null then 'cost' end as unpriced
            from priced m left join known i on i.id = m.id) r
   ${isSimilar ? 'where r.called is not null' : ''}`;
};
