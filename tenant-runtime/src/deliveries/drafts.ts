import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { AddDelivery, DecidedLine, DecideLines, UpdateDelivery } from '../../contract/deliveries.ts';
import type { Actor } from '../changes/changes.service.ts';
import type { SaidSupplier } from '../suppliers/said-supplier.ts';
import { articleKey, holdsFor } from '../suppliers/suppliers.service.ts';
import type { DeliveryLineRow, LineProposal } from '../tables.ts';
import {
  deleteDraft,
  findDeliveryByKey,
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
  packs: line.packs,
  in_pack: line.inPack,
  quantity: line.quantity,
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
  proposals,
});

const blankLine = (place: number, item: UnitOfItem, quantity: number, gross: number | null): NewLine => ({
  place,
  number: place,
  code: null,
  name: null,
  unit: item.unit,
  packs: null,
  in_pack: null,
  quantity: quantity.toFixed(3),
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
  proposals: [],
});

/** Returns the factor that the line and the item tell by themselves; null where a person has to say it. */
async function ownFactor(line: LineWithItem, item: UnitOfItem): Promise<string | null> {
  // what reads names takes memory that an idle venue has not
  const { factorOf } = await import('./factor.ts');
  const factor = factorOf(line, item);
  return factor === null ? null : toFactor(factor);
}

/** The columns that a person's decision about a line changes. An item brings its own factor where none is given. */
async function fieldsOf(
  { item_id, factor, quantity, gross, skipped }: DecidedLine,
  line: LineWithItem,
  items: Map<number, UnitOfItem>,
): Promise<Partial<DeliveryLineRow>> {
  const item = item_id == null ? undefined : items.get(item_id);
  const said = factor == null ? factor : toFactor(factor);
  const own = said === undefined && item && item.id !== line.item_id ? await ownFactor(line, item) : said;
  return {
    ...(item_id !== undefined && { item_id }),
    ...(item_id === null && { factor: null }),
    ...(own !== undefined && { factor: own }),
    ...(quantity !== undefined && { quantity: quantity.toFixed(3) }),
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
      const isSame = holdsFor(known, { unit: line.unit, item_unit: item.unit });
      const factor = isSame ? known.factor : await ownFactor(line, item);
      await updateLine(trx, deliveryId, line.place, { item_id: item.id, factor });
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
        if (supplier_id && supplier_id !== draft.supplier_id) await recall(trx, id, supplier_id);
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
