/** Which rows of an import are further codes of a product, and what else changes with a product's facts. */
import { aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';

/** What the search compares; the weights decide whether a name is of a weighed bottle. */
export const SEARCHED = [
  'brand',
  'description',
  'manufacturer',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
] as const;

const facts = aliasFieldNames.filter((name) => name !== 'ean');
const listed = (value: (name: string) => string): string => facts.map(value).join(', ');
const tuple = (table: string): string => `(${listed((name) => `${table}.${name}`)})`;

/** Why a row cannot be a code of the product that it names. */
export const codeRefusals = ['unpacked', 'no_product', 'chained', 'has_codes'] as const;

/** Rows that are taken, of which a product may be. */
const TAKEN = `('create', 'update', 'unchanged')`;

/**
 * `code_links` has, of each row that names a product or a pack, or is of a further code, the main code that it is to
 * have (null: its own), the one that it has, and the pack.
 */
async function findLinks(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`create temporary table code_links on commit drop as
    select c.row, c.id, c.ean, nullif(coalesce(c.product_ean, k.ean), c.ean) as product_ean, k.ean as was_ean,
           coalesce(c.given_pack, case when c.product_ean = c.ean then 1 else c.pack end) as pack, null as refusal
      from import_changes c left join aliases k on k.id = c.product_id
     where c.action not in ('replaced', 'removed')
       and (c.product_ean is not null or c.given_pack is not null or c.product_id is not null)`);
  for (const key of ['code_links (ean)', 'code_links (id)', 'import_changes (ean)'])
    await trx.raw(`create index on ${key}`);
  await trx.raw('analyze code_links');
}

/** A product is a row of the list that is taken, or else one of the catalogue, and no further code itself. */
async function refuseLinks(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`update import_changes c set action = 'unpacked' from code_links l
    where l.row = c.row and c.action in ${TAKEN} and l.product_ean is null and l.pack <> 1`);
  await trx.raw(`update code_links l set refusal = r.refusal
    from (select l.row,
                 case when not exists (select from aliases a where a.ean = l.product_ean)
                       and not exists (select from import_changes m where m.ean = l.product_ean and m.action in ${TAKEN})
                      then 'no_product'
                      when exists (select from code_links o where o.ean = l.product_ean and o.product_ean is not null)
                        or exists (select from aliases a where a.ean = l.product_ean and a.product_id is not null
                                      and not exists (select from code_links o where o.id = a.id and o.product_ean is null))
                      then 'chained'
                      when exists (select from aliases f where f.product_id = l.id
                                      and not exists (select from code_links o where o.id = f.id
                                                         and o.product_ean is distinct from l.ean))
                      then 'has_codes' end as refusal
            from code_links l where l.product_ean is not null) r
   where r.row = l.row and r.refusal is not null`);
  await trx.raw(`update import_changes c set action = l.refusal, product_ean = l.product_ean from code_links l
    where l.row = c.row and l.refusal is not null`);
}

/** The expressions that give new numbers to what is written. */
interface Numbers {
  id: string;
  revision: string;
}

const CHANGED = `${tuple('n')} is distinct from ${tuple('a')} or n.product_ean is distinct from n.was_ean or n.pack <> a.pack`;

/** A further code has its product's facts, whatever its own row says. */
async function writeLinks(trx: Knex.Transaction, numbers: Numbers): Promise<void> {
  await trx.raw(`update import_changes c
    set (${listed((name) => name)}, id, revision, product_ean, product_id, pack, words, action, renamed) =
        (${listed((name) => `n.${name}`)}, n.id, n.revision, n.product_ean, n.product_id, n.pack, n.words, n.action, n.action = 'update')
   from (select n.*, case n.action when 'create' then coalesce(n.known, ${numbers.id}) else n.known end as id,
                case when n.action in ('create', 'update') then coalesce(n.numbered, ${numbers.revision}) end as revision
           from (select n.*, case when a.id is null then 'create' when ${CHANGED} then 'update' else 'unchanged' end as action
                   from (select l.row, l.ean, l.was_ean, l.product_ean, l.pack, coalesce(m.id, p.id) as product_id,
                                c.id as known, c.revision as numbered,
                                case when l.product_ean is null then c.words else '{}' end as words,
                                ${listed(
                                  (name) => `case when l.product_ean is null then c.${name}
                                                  when m.row is not null then m.${name} else p.${name} end as ${name}`,
                                )}
                           from code_links l join import_changes c on c.row = l.row
                           left join import_changes m on m.ean = l.product_ean and m.action in ${TAKEN}
                           left join aliases p on p.ean = l.product_ean
                          where l.refusal is null and (l.product_ean is not null or c.action in ${TAKEN})) n
                   left join aliases a on a.ean = n.ean) n) n
  where c.row = n.row`);
}

/** The further codes of changed products that have no change of their own get the facts as well. */
async function addFollowers(trx: Knex.Transaction, numbers: Pick<Numbers, 'revision'>): Promise<void> {
  await trx.raw(`insert into import_changes (action, id, revision, ean, ${facts.join(', ')}, product_ean, product_id, pack, renamed)
    select 'follow', f.id, ${numbers.revision}, f.ean, ${listed((name) => `m.${name}`)}, m.ean, f.product_id, f.pack, false
      from import_changes m join aliases f on f.product_id = m.id
     where m.action = 'update' and ${tuple('m')} is distinct from ${tuple('f')}
       and not exists (select from import_changes o where o.id = f.id and o.action in ('create', 'update', 'unchanged', 'delete'))`);
}

const HAS_FURTHER = 'exists (select from aliases where product_id is not null)';

async function isSo(trx: Knex.Transaction, condition: string): Promise<boolean> {
  const { rows } = await trx.raw(`select ${condition} as so`);
  return rows[0].so;
}

/** Completes `import_changes` where the list names codes of products or the catalogue has some; else it is quick. */
export async function linkCodes(trx: Knex.Transaction, numbers: Numbers): Promise<void> {
  const named = 'exists (select from import_changes where product_ean is not null or given_pack is not null)';
  if (!(await isSo(trx, `${HAS_FURTHER} or ${named}`))) return;
  await findLinks(trx);
  await refuseLinks(trx);
  await writeLinks(trx, numbers);
  await addFollowers(trx, numbers);
}

/** The product of `c` is one no more, or will not be, or `c` has further codes itself that keep it. */
const UNLINKABLE = `not exists (select from aliases p left join import_changes o on o.id = p.id
                                where p.id = c.product_id and o.action is distinct from 'delete'
                                  and case when o.id is null then p.product_id else o.product_id end is null)
  or exists (select from aliases f where f.product_id = c.id
                and not exists (select from import_changes o where o.id = f.id
                                   and (o.action = 'delete' or o.product_id is distinct from c.id)))`;

/** The same for what takes an import back: what would leave a code without its product stays as it is. */
export async function unlinkCodes(trx: Knex.Transaction, revision: string): Promise<void> {
  const named = 'exists (select from import_changes where product_id is not null)';
  if (!(await isSo(trx, `${HAS_FURTHER} or ${named}`))) return;
  await trx.raw(
    `delete from import_changes c where c.action = 'update' and c.product_id is not null and (${UNLINKABLE})`,
  );
  await trx.raw(`delete from import_changes c where c.action = 'delete'
    and exists (select from aliases f left join import_changes o on o.id = f.id where f.product_id = c.id
                   and o.action is distinct from 'delete'
                   and case when o.id is null then f.product_id else o.product_id end = c.id)`);
  await trx.raw(`update import_changes c
    set (product_ean, ${facts.join(', ')}) = (select coalesce(m.ean, p.ean),
          ${listed((name) => `case when m.id is null then p.${name} else m.${name} end`)}
        from aliases p left join import_changes m on m.id = p.id and m.action = 'update' where p.id = c.product_id)
    where c.action = 'update' and c.product_id is not null`);
  await addFollowers(trx, { revision });
}
