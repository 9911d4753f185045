/** What else changes with a change of one code of a product. */
import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import { EAN_MESSAGE } from '@ostatok/kit/contract/alias.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput } from '@ostatok/kit/node/errors.ts';
import { type AliasRow, fieldsOf, OWN, sameFields, withFacts } from './alias-row.ts';
import { findAliases } from './aliases.queries.ts';
import { findFurther } from './products.queries.ts';

export interface Change {
  /** Absent for a new alias. */
  before?: AliasRow | undefined;
  /** Absent when the alias is deleted. */
  after?: AliasFields;
  /** The id of a deleted alias that is restored. */
  id?: number;
}

const GTIN13 = 13;

const idOf = ({ before, id }: Change): number | undefined => before?.id ?? id;

const codeHasCodes = (ean: string): Conflict =>
  new Conflict('code_has_codes', `У кода ${ean} есть свои коды товара. Сначала отделите их`);

const noProduct = (ean: string): Conflict =>
  new Conflict('product_gone', `Товара, к которому относился код ${ean}, больше нет`);

function onlyCasesLeft(cases: AliasRow[]): Conflict {
  const codes = cases.map(({ ean }) => ean).join(', ');
  return new Conflict('only_cases_left', `У товара останутся только коды ящиков: ${codes}. Сначала отделите их`);
}

/** The facts that an edit of a further code changes are the product's. */
function editedProduct(product: AliasRow, before: AliasFields, after: AliasFields): AliasFields | undefined {
  const edited = aliasFieldNames.filter((name) => name !== 'ean' && before[name] !== after[name]);
  const facts = Object.fromEntries(edited.map((name) => [name, after[name]]));
  return edited.length === 0 ? undefined : { ...fieldsOf(product), ...facts };
}

/** The first further code of a bottle becomes the main one of a product whose main code is deleted. */
function withHeir(further: AliasRow[]): Change[] {
  const heir = further.find(({ pack }) => pack === 1);
  if (!heir) throw onlyCasesLeft(further);
  return further.map((row) => ({
    before: row,
    after: { ...fieldsOf(row), ...(row === heir ? OWN : { product_id: heir.id }) },
  }));
}

/** What is known of the codes of the products that change. */
interface Known {
  /** The main codes that changes refer to. */
  products: Map<number, AliasRow>;
  /** The changes of main codes that are asked for or follow from an edit of a further code. */
  mains: Map<number, Change>;
  isAsked: (id: number) => boolean;
  /** The further codes of a product that have no change of their own. */
  codesOf: (id: number | undefined) => AliasRow[];
}

async function read(trx: Knex.Transaction, given: Change[]): Promise<Known> {
  const asked = new Set(given.flatMap((change) => idOf(change) ?? []));
  const productIds = given.flatMap(({ after }) => after?.product_id ?? []);
  const products = productIds.length > 0 ? await findAliases(trx, 'id', productIds) : [];
  const further = (await findFurther(trx, [...asked, ...productIds])).filter(({ id }) => !asked.has(id));
  const isMain = ({ after }: Change): boolean => after?.product_id === null;
  return {
    products: new Map(products.map((row) => [row.id, row])),
    mains: new Map(given.filter(isMain).flatMap((change) => [[idOf(change) ?? 0, change]])),
    isAsked: (id) => asked.has(id),
    codesOf: (id) => further.filter(({ product_id }) => product_id === id),
  };
}

/** Adds the edits of products that are made by their further codes. */
function addEdited({ products, mains, isAsked }: Known, given: Change[]): void {
  for (const { before, after } of given) {
    const product = products.get(after?.product_id ?? 0);
    if (!after || !product || before?.product_id !== product.id || isAsked(product.id)) continue;
    const edited = editedProduct(product, fieldsOf(before), after);
    if (edited) mains.set(product.id, { before: product, after: edited });
  }
}

/** The change as its product makes it. */
function linked({ products, mains, isAsked, codesOf }: Known, change: Change): Change {
  const { after } = change;
  if (!after) return change;
  if (after.product_id === null) {
    if (after.ean.length > GTIN13) throw new InvalidInput(EAN_MESSAGE, { ean: EAN_MESSAGE });
    return change;
  }
  const row = isAsked(after.product_id) ? undefined : products.get(after.product_id);
  const product = mains.get(after.product_id)?.after ?? (row && fieldsOf(row));
  if (!product || product.product_id !== null) throw noProduct(after.ean);
  if (codesOf(idOf(change)).length > 0) throw codeHasCodes(after.ean);
  return { ...change, after: withFacts(after, product) };
}

const followersOf = (codes: AliasRow[], product: AliasFields): Change[] =>
  codes.flatMap((row): Change[] => {
    const after = withFacts(fieldsOf(row), product);
    return sameFields(fieldsOf(row), after) ? [] : [{ before: row, after }];
  });

/**
 * Returns the changes with those that come with them, before them: an edit of a further code is one of its product, all
 * codes of a product have its facts, and a product whose main code is deleted gets another one. Throws Conflict for a code
 * whose product is none, and for one that has further codes itself.
 */
export async function withCodes(trx: Knex.Transaction, given: Change[]): Promise<Change[]> {
  const known = await read(trx, given);
  addEdited(known, given);
  const { mains, isAsked, codesOf } = known;
  const own = given.map((change) => linked(known, change));
  const edited = [...mains].flatMap(([id, change]) => (change.before && !isAsked(id) ? [change] : []));
  const followers = [...mains].flatMap(([id, { after }]) => (after ? followersOf(codesOf(id), after) : []));
  const left = given
    .filter(({ before, after }) => before?.product_id === null && !after)
    .map((change) => codesOf(idOf(change)));
  return [...edited, ...followers, ...left.filter(({ length }) => length > 0).flatMap(withHeir), ...own];
}
