import { type Db, type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import { plain } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { DeliveryLayout } from '../../contract/delivery-layout.ts';
import type { Unit } from '../../contract/items.ts';
import type { Bought, Supplier } from '../../contract/suppliers.endpoints.ts';
import type { AddSupplier, ItemSupplier, UpdateSupplier } from '../../contract/suppliers.ts';
import { unitOf } from '../items/written-units.ts';
import { searchName } from '../search-name.ts';
import type { DeliveryRow, SupplierArticleRow } from '../tables.ts';
import {
  type BoughtRow,
  isItem,
  selectBought,
  setItemSupplier,
  unsetItemSupplier,
  unsetItemsOf,
} from './bought.queries.ts';
import { priceJump } from './price-jump.ts';
import { chooseSupplier, newSupplierName, type SaidSupplier, shortName } from './said-supplier.ts';
import {
  findSupplier,
  findSupplierName,
  insertSupplier,
  type ListedSupplier,
  learnOfSupplier,
  markSupplierRemoved,
  selectArticles,
  selectKnown,
  selectSuppliers,
  updateSupplierRow,
  upsertArticles,
} from './suppliers.queries.ts';

interface Deps {
  db: Knex;
  clock: () => Date;
  /** The tenant's time zone, by which days begin. */
  timezone: string;
  onChange: () => void;
}

/** An article as a supplier writes it. */
export interface Article {
  code: string | null;
  name: string | null;
}

const roubles = (kopecks: number | null): number | null => (kopecks === null ? null : kopecks / 100);

const boughtView = ({ ordered_here, day, price, price_before, ...item }: BoughtRow): Bought => ({
  item,
  ordered_here,
  day,
  unit_cost: roubles(price),
  last_unit_cost: roubles(price_before),
  price_jump: priceJump(item, price_before, price),
});

const noSupplier = (): NotFound => new NotFound('Такого поставщика нет');

const supplierView = ({ codes, created_at, removed_at, ...supplier }: ListedSupplier): Supplier => supplier;

/** Returns what an article is remembered by: its code, or its name where it has none. */
export function articleKey({ code, name }: Article): string | undefined {
  if (code) return `code:${code}`;
  return name ? `name:${searchName(name)}` : undefined;
}

interface BetweenUnits {
  kind: DeliveryRow['kind'];
  unit: string | null;
  item_unit: Unit | null;
}

type Remembered = BetweenUnits & Pick<SupplierArticleRow, 'item_id' | 'factor' | 'counted_in'>;

/** No unit of a paper, since it is never folded to capitals. */
const UNIT_OF_IIKO = 'IIKO';

/**
 * What a paper without a unit counts in is remembered apart; and apart from it what iiko's invoices count in, whose code of
 * an article may be the supplier's own.
 */
const foldUnit = ({ kind, unit }: Pick<BetweenUnits, 'kind' | 'unit'>): string =>
  unit === null && kind === 'iiko_invoice' ? UNIT_OF_IIKO : plain(unit ?? '');

/** Whether what is remembered of an article holds for a line of a paper: a case of it may come under the code of the bottle. */
export function holdsFor(known: SupplierArticleRow, paper: BetweenUnits): boolean {
  const { unit, item_unit } = paper;
  if (known.unit === null) return unit !== null && !unitOf(unit)?.package;
  return known.unit === foldUnit(paper) && known.item_unit === item_unit;
}

const layoutText = (layout: DeliveryLayout | null | undefined): string | null =>
  layout ? JSON.stringify(layout) : null;

async function uniquelyNamed<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new Conflict('supplier_exists', 'Такой поставщик уже есть', { name: 'Такой поставщик уже есть' });
  });
}

/** Suppliers, and what their articles are in this venue. */
export function createSuppliers({ db, clock, timezone, onChange }: Deps) {
  async function known(id: number): Promise<Supplier> {
    const row = await findSupplier(db, id);
    if (!row) throw noSupplier();
    return supplierView(row);
  }

  const rowOf = (input: AddSupplier, said: SaidSupplier) => ({
    name: input.name,
    inn: input.inn ?? said.inn,
    codes: said.code ? [said.code] : [],
    phone: input.phone ?? null,
    email: input.email ?? null,
    telegram: input.telegram ?? null,
    person: input.person ?? null,
    delivery_days: input.delivery_days ?? null,
    note: input.note ?? null,
    layout: layoutText(input.layout),
    created_at: clock(),
  });

  return {
    list: async (): Promise<Supplier[]> => (await selectSuppliers(db)).map(supplierView),
    known,

    async add(input: AddSupplier): Promise<Supplier> {
      const id = await uniquelyNamed(insertSupplier(db, rowOf(input, { name: null, inn: null, code: null })));
      onChange();
      return known(id);
    },

    async update(id: number, { layout, ...input }: UpdateSupplier): Promise<Supplier> {
      const given = Object.entries({ ...input, ...(layout !== undefined && { layout: layoutText(layout) }) });
      const fields = Object.fromEntries(given.filter(([, value]) => value !== undefined));
      if (!(await uniquelyNamed(updateSupplierRow(db, id, fields)))) throw noSupplier();
      onChange();
      return known(id);
    },

    async remove(id: number): Promise<void> {
      await db.transaction(async (trx) => {
        if ((await markSupplierRemoved(trx, id, clock())) === 0) throw noSupplier();
        await unsetItemsOf(trx, id);
      });
      onChange();
    },

    /** Returns what is bought from a supplier. Throws NotFound. */
    async details(id: number): Promise<{ supplier: Supplier; bought: Bought[] }> {
      const supplier = await known(id);
      const rows = await selectBought(db, id, timezone);
      return { supplier, bought: rows.map(boughtView) };
    },

    /** Says from whom an item is ordered. Throws NotFound. */
    async supplyItem(itemId: number, { supplier_id }: ItemSupplier, userId: number | null): Promise<void> {
      if (!(await isItem(db, itemId))) throw new NotFound('Такой позиции нет');
      if (supplier_id === null) await unsetItemSupplier(db, itemId);
      else {
        await known(supplier_id);
        await setItemSupplier(db, { item_id: itemId, supplier_id, user_id: userId, at: clock() });
      }
      onChange();
    },

    /** Finds the supplier that a file means. */
    find: async (said: SaidSupplier): Promise<{ id: number } | undefined> =>
      chooseSupplier(await selectKnown(db), said),

    /** Returns the supplier that a file means, or adds them; undefined if the file does not name them. */
    async ensure(trx: Knex.Transaction, said: SaidSupplier): Promise<number | undefined> {
      const present = await selectKnown(trx);
      const found = chooseSupplier(present, said);
      if (found) return found.id;
      if (said.name === null) return undefined;
      const name = newSupplierName(present, shortName(said.name), said.inn);
      return insertSupplier(trx, rowOf({ name, layout: null }, said));
    },

    /** Returns the name of a supplier, also of one that is removed. */
    named: async (on: Db, id: number): Promise<{ name: string | null }> =>
      (await findSupplierName(on, id)) ?? { name: null },

    /** Remembers what a file has called a supplier. */
    learn: (trx: Knex.Transaction, id: number, said: SaidSupplier): Promise<void> => learnOfSupplier(trx, id, said),

    /** Returns what these articles are, by their key. */
    async articles(
      supplierId: number,
      articles: readonly Article[],
      on: Db = db,
    ): Promise<Map<string, SupplierArticleRow>> {
      const keys = [...new Set(articles.flatMap((article) => articleKey(article) ?? []))];
      const rows = keys.length > 0 ? await selectArticles(on, supplierId, keys) : [];
      return new Map(rows.map((row) => [row.key, row]));
    },

    /** Remembers what a person has said of articles. */
    async remember(
      trx: Knex.Transaction,
      supplierId: number,
      articles: readonly (Article & Remembered)[],
      userId: number | null,
    ): Promise<void> {
      const at = clock();
      const rows = new Map<string, SupplierArticleRow>();
      for (const { item_id, factor, counted_in, item_unit, ...article } of articles) {
        const key = articleKey(article);
        const measure = { factor, counted_in, unit: foldUnit(article), item_unit };
        if (key) rows.set(key, { supplier_id: supplierId, key, item_id, ...measure, user_id: userId, at });
      }
      await upsertArticles(trx, [...rows.values()]);
    },
  };
}
export type Suppliers = ReturnType<typeof createSuppliers>;
