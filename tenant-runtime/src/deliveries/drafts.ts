import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { AddDelivery, DecidedLine, DecideLines, UpdateDelivery } from '../../contract/deliveries.ts';
import type { Unit } from '../../contract/items.ts';
import type { Actor } from '../changes/changes.service.ts';
import type { SaidSupplier } from '../suppliers/said-supplier.ts';
import { articleKey, holdsFor } from '../suppliers/suppliers.service.ts';
import type { DeliveryLineRow, LineProposal, SupplierArticleRow } from '../tables.ts';
import {
  deleteDraft,
  findDeliveryByKey,
  forgetRecalled,
  insertDelivery,
  insertLines,
  type LineWithItem,
  type NewLine,
  selectLines,
  selectUnits,
  type UnitOfItem,
  updateDeliveryRow,
  updateLine,
} from './deliveries.queries.ts';
import { type DeliveryDeps, lockDraft, noDelivery } from './delivery-deps.ts';
import { dayText, isAhead } from './delivery-texts.ts';
import type { DeliveryFile, FileLine } from './files/delivery-file.ts';
import { evidentUnit } from './unit-choices.ts';

const MAX_FILE_NAME = 200;
const toFactor = (factor: number): string => factor.toFixed(6);
const toKopecks = (roubles: number): number => Math.round(roubles * 100);

export interface NewDraft {
  key: string;
  filename: string;
  file: DeliveryFile;
  proposals: LineProposal[][];
  /** The supplier that a person has chosen. */
  supplierId: number | undefined;
  actor: Actor;
}

const lineOf = (line: FileLine, place: number, proposals: LineProposal[]): NewLine => ({
  place,
  number: line.number,
  code: line.code,
  name: line.name,
  unit: line.unit,
  counted_in: null,
  packs: line.packs,
  in_pack: line.inPack,
  quantity: line.quantity,
  came: line.came ?? null,
  price: line.price,
  net: line.net,
  vat: line.vat,
  gross: line.gross,
  vat_rate: line.vatRate,
  marks: line.marks,
  alccode: line.alccode,
  ean: line.ean,
  volume_ml: line.volumeMl,
  skipped: line.isService,
  item_id: null,
  factor: null,
  recalled: false,
  proposals,
});

const blankLine = (place: number, item: UnitOfItem, quantity: number, gross: number | null): NewLine => ({
  place,
  number: place,
  code: null,
  name: null,
  unit: item.unit,
  counted_in: null,
  packs: null,
  in_pack: null,
  quantity: quantity.toFixed(3),
  came: null,
  price: null,
  net: null,
  vat: null,
  gross: gross === null ? null : toKopecks(gross),
  vat_rate: null,
  marks: [],
  alccode: null,
  ean: null,
  volume_ml: null,
  skipped: false,
  item_id: item.id,
  factor: '1',
  recalled: false,
  proposals: [],
});

/** What a line's quantity is in where its document does not say, and how much of the item one of it is. */
type Measure = Pick<DeliveryLineRow, 'counted_in' | 'factor'>;

/** Returns what the line and the item tell by themselves, or as `said`; nulls where a person has to say it. */
async function measureOf(line: LineWithItem, item: UnitOfItem, said: Unit | null = null): Promise<Measure> {
  const counted_in = line.unit === null ? (said ?? evidentUnit(line, item)) : null;
  const unit = line.unit ?? counted_in;
  if (unit === null) return { counted_in, factor: null };
  // what reads names takes memory that an idle venue has not
  const { factorOf } = await import('./factor.ts');
  const factor = factorOf({ ...line, unit }, item);
  return { counted_in, factor: factor === null ? null : toFactor(factor) };
}

/** Returns what is remembered of an article between the units of this line; undefined where it does not hold for it. */
function remembered(
  known: SupplierArticleRow,
  line: LineWithItem,
  { unit: item_unit }: UnitOfItem,
): Measure | undefined {
  const { factor, counted_in } = known;
  const { kind, unit } = line;
  if (holdsFor(known, { kind, unit, item_unit })) return { factor, counted_in };
  const countsPieces = unit === null && kind !== 'iiko_invoice';
  return countsPieces && holdsFor(known, { kind, unit: 'шт', item_unit }) ? { factor, counted_in: 'шт' } : undefined;
}

const itemOf = ({ item_id, item_unit, item_volume_ml }: LineWithItem): UnitOfItem | undefined =>
  item_id === null || item_unit === null ? undefined : { id: item_id, unit: item_unit, volume_ml: item_volume_ml };

/** Returns the measure that a decision gives a line; nothing where it leaves it as it is. An item brings its own. */
async function decidedMeasure(
  { item_id, factor, counted_in }: DecidedLine,
  line: LineWithItem,
  items: Map<number, UnitOfItem>,
): Promise<Partial<Measure>> {
  if (counted_in && line.unit !== null)
    throw new InvalidInput(`Строка ${line.place}: единица указана в накладной`, { lines: 'Единица указана' });
  if (factor !== undefined)
    return { factor: factor === null ? null : toFactor(factor), ...(counted_in !== undefined && { counted_in }) };
  if (item_id === null || counted_in === null) return { factor: null, counted_in: null };
  const item = item_id === undefined ? itemOf(line) : items.get(item_id);
  const isOther = item_id !== undefined && item_id !== line.item_id;
  if (item && (isOther || counted_in)) return measureOf(line, item, counted_in);
  return counted_in ? { counted_in } : {};
}

/** The columns that a person's decision about a line changes. */
async function fieldsOf(
  decision: DecidedLine,
  line: LineWithItem,
  items: Map<number, UnitOfItem>,
): Promise<Partial<DeliveryLineRow>> {
  const { item_id, factor, counted_in, quantity, came, gross, skipped } = decision;
  const isSaid = item_id !== undefined || factor !== undefined || counted_in !== undefined;
  return {
    ...(item_id !== undefined && { item_id }),
    ...(await decidedMeasure(decision, line, items)),
    ...(isSaid && { recalled: false }),
    ...(quantity !== undefined && { quantity: quantity.toFixed(3) }),
    ...(came !== undefined && { came: came === null ? null : came.toFixed(3) }),
    ...(gross !== undefined && { gross: gross === null ? null : toKopecks(gross) }),
    ...(skipped !== undefined && { skipped }),
  };
}

export function createDrafts({ db, clock, timezone, suppliers, marks, onChange }: DeliveryDeps) {
  /** Gives lines the items that people have said earlier that they are; items that are gone are asked about anew. */
  async function recall(trx: Knex.Transaction, deliveryId: number, supplierId: number): Promise<void> {
    const lines = (await selectLines(trx, deliveryId)).filter(({ item_id }) => item_id === null);
    const articles = await suppliers.articles(supplierId, lines, trx);
    const items = await selectUnits(trx, [...new Set([...articles.values()].map(({ item_id }) => item_id))]);
    const present = new Map(items.map((item) => [item.id, item]));
    for (const line of lines) {
      const known = articles.get(articleKey(line) ?? '');
      const item = known && present.get(known.item_id);
      if (!item) continue;
      const measure = remembered(known, line, item) ?? (await measureOf(line, item));
      await updateLine(trx, deliveryId, line.place, { item_id: item.id, recalled: true, ...measure });
    }
  }

  async function itemsBy(trx: Knex.Transaction, ids: number[]): Promise<Map<number, UnitOfItem>> {
    const items = new Map((await selectUnits(trx, ids)).map((item) => [item.id, item]));
    if (ids.some((id) => !items.has(id))) throw new InvalidInput('Такой позиции нет', { item_id: 'Такой позиции нет' });
    return items;
  }

  return {
    /** Writes a draft of what was read; returns its id, also for a key that was sent before. */
    async fromFile({ key, filename, file, proposals, supplierId, actor }: NewDraft): Promise<number> {
      const said: SaidSupplier = file.supplier;
      const supplier_id = supplierId ?? (await suppliers.find(said))?.id ?? null;
      const { kind, number, date, stated, summed } = file;
      const isDayAhead = date !== null && isAhead(date, clock(), timezone);
      const warnings = isDayAhead
        ? [...file.warnings, `День документа, ${dayText(date)}, ещё не наступил`]
        : file.warnings;
      const id = await db.transaction(async (trx) => {
        const added = await insertDelivery(trx, {
          key,
          supplier_id,
          kind,
          file: filename.slice(0, MAX_FILE_NAME),
          said_supplier: said,
          number,
          day: date,
          totals: { stated, summed },
          warnings,
          created_by: actor?.id ?? null,
          created_at: clock(),
        });
        if (added === undefined) return undefined;
        const lines = file.lines.map((line, index) => lineOf(line, index + 1, proposals[index] ?? []));
        await insertLines(trx, added, lines);
        await marks.keepDelivered(trx, added, lines);
        if (supplier_id !== null) await recall(trx, added, supplier_id);
        return added;
      });
      onChange();
      return id ?? ((await findDeliveryByKey(db, key)) as { id: number }).id;
    },

    /** Writes a draft without a file; returns its id, also for a key that was sent before. */
    async byHand({ key, supplier_id, number, day, lines }: AddDelivery, actor: Actor): Promise<number> {
      await suppliers.known(supplier_id);
      const id = await db.transaction(async (trx) => {
        const items = await itemsBy(trx, [...new Set(lines.map(({ item_id }) => item_id))]);
        const nothing = { file: null, said_supplier: null, totals: null, warnings: [] };
        const given = { key, supplier_id, kind: 'manual' as const, number: number || null, day: day ?? null };
        const added = await insertDelivery(trx, {
          ...nothing,
          ...given,
          created_by: actor?.id ?? null,
          created_at: clock(),
        });
        if (added === undefined) return undefined;
        const rows = lines.map(({ item_id, quantity, gross }, index) =>
          blankLine(index + 1, items.get(item_id) as UnitOfItem, quantity, gross ?? null),
        );
        await insertLines(trx, added, rows);
        return added;
      });
      onChange();
      return id ?? ((await findDeliveryByKey(db, key)) as { id: number }).id;
    },

    async update(id: number, { supplier_id, number, day }: UpdateDelivery): Promise<void> {
      if (supplier_id) await suppliers.known(supplier_id);
      await db.transaction(async (trx) => {
        const draft = await lockDraft(trx, id);
        await updateDeliveryRow(trx, id, {
          ...(supplier_id !== undefined && { supplier_id }),
          ...(number !== undefined && { number: number || null }),
          ...(day !== undefined && { day }),
        });
        if (supplier_id === undefined || supplier_id === draft.supplier_id) return;
        await forgetRecalled(trx, id);
        if (supplier_id) await recall(trx, id, supplier_id);
      });
      onChange();
    },

    async decide(id: number, { lines: decided }: DecideLines): Promise<void> {
      await db.transaction(async (trx) => {
        await lockDraft(trx, id);
        const lines = new Map((await selectLines(trx, id)).map((line) => [line.place, line]));
        const items = await itemsBy(trx, [...new Set(decided.flatMap(({ item_id }) => item_id ?? []))]);
        for (const one of decided) {
          const line = lines.get(one.place);
          if (!line) throw new InvalidInput(`Строки ${one.place} в поставке нет`, { lines: 'Такой строки нет' });
          await updateLine(trx, id, one.place, await fieldsOf(one, line, items));
        }
      });
      onChange();
    },

    async remove(id: number): Promise<void> {
      await db.transaction(async (trx) => {
        await lockDraft(trx, id);
        if ((await deleteDraft(trx, id)) === 0) throw noDelivery();
      });
      onChange();
    },
  };
}
