import { type Knex, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict } from '@ostatok/kit/node/errors.ts';
import type { PostDelivery } from '../../contract/deliveries.ts';
import type { Actor, Written } from '../changes/changes.service.ts';
import { fromThousandths, toNumeric, toThousandths } from '../items/exact.ts';
import { retried } from '../retried.ts';
import type { DeliveryRow } from '../tables.ts';
import { cameOf } from './came.ts';
import { averageCost, worthOfLine } from './costs.ts';
import {
  type LineWithItem,
  lockDelivery,
  selectDuplicates,
  selectLines,
  updateDeliveryRow,
} from './deliveries.queries.ts';
import { applyAll, type DeliveryDeps, noDelivery } from './delivery-deps.ts';
import { beforeOrAfter, deliveryText, duplicateText } from './delivery-texts.ts';
import { firstAfter, momentOf, type Statement } from './moment.ts';
import {
  fillLines,
  insertDeliveryChanges,
  type LockedItem,
  lockItems,
  type PostedLine,
  selectDay,
  selectStatements,
  updateCosts,
} from './posting.queries.ts';
import { absorb, changeId, noStockChanges, type StockChanges, stockThousandths } from './stock-changes.ts';

/** So many statements are shown with the question. */
const SHOWN = 50;
const LISTED = 5;

type DecidedLine = LineWithItem & { item_id: number; factor: string };

const isDecided = (line: LineWithItem): line is DecidedLine =>
  line.item_id !== null && line.factor !== null && !line.item_deleted;

function decidedLines(lines: readonly LineWithItem[]): DecidedLine[] {
  const taken = lines.filter(({ skipped, came }) => !skipped && Number(came ?? 1) !== 0);
  const open = taken.filter((line) => !isDecided(line));
  if (open.length > 0) {
    const names = open.slice(0, LISTED).map(({ name, number }) => (name === null ? `строка ${number}` : `«${name}»`));
    const more = open.length > LISTED ? ` и ещё ${open.length - LISTED}` : '';
    throw new Conflict('lines_undecided', `Не решено, что это и сколько в одной единице: ${names.join(', ')}${more}`);
  }
  const decided = taken.filter(isDecided);
  if (decided.length === 0) throw new Conflict('nothing_to_post', 'В поставке нет ни одной строки для склада');
  const tooSmall = decided.find((line) => stockThousandths(line, line.factor) === 0);
  if (tooSmall) throw new Conflict('lines_undecided', `«${tooSmall.item_name}»: меньше тысячной доли единицы`);
  return decided;
}

async function supplierOf({ suppliers }: DeliveryDeps, trx: Knex.Transaction, delivery: DeliveryRow): Promise<number> {
  const said = delivery.said_supplier ?? { name: null, inn: null, code: null };
  const id = delivery.supplier_id ?? (await suppliers.ensure(trx, said));
  if (id === undefined) throw new Conflict('no_supplier', 'Выберите поставщика');
  await suppliers.learn(trx, id, said);
  return id;
}

async function mustBeNew(trx: Knex.Transaction, delivery: DeliveryRow, timezone: string): Promise<void> {
  const all = await selectDuplicates(trx, delivery);
  const first = all.find(({ same }) => same === 'number') ?? all[0];
  if (!first) return;
  const { id, same } = first;
  throw new AppError(409, 'duplicate_delivery', duplicateText(first, timezone), { more: { duplicate: id, same } });
}

function question(delivery: string, asked: readonly Statement[], timezone: string): AppError {
  const statements = asked.slice(0, SHOWN).map(({ item_id, item_name, at, count_id, title }) => ({
    item: { id: item_id, name: item_name },
    at: at.toISOString(),
    count: count_id === null ? null : { id: count_id, title },
  }));
  return new AppError(409, 'before_or_after', beforeOrAfter(delivery, asked, timezone), { more: { statements } });
}

interface Moment {
  at: Date;
  /** By item, what saw the goods already. */
  seen: Map<number, Statement>;
}

async function momentFor(
  { clock, timezone }: DeliveryDeps,
  trx: Knex.Transaction,
  { delivery, ids, title, input }: { delivery: DeliveryRow; ids: number[]; title: string; input: PostDelivery },
): Promise<Moment> {
  const now = clock();
  const day = await selectDay(trx, { day: delivery.day, now, timezone });
  const { received_at } = input;
  const since = received_at && received_at < day.starts ? received_at : day.starts;
  const statements = await selectStatements(trx, ids, since);
  const moment = momentOf(input, day, statements, now);
  if ('ask' in moment) throw question(title, moment.ask, timezone);
  return { at: moment.at, seen: firstAfter(statements, moment.at) };
}

interface Posting {
  delivery: DeliveryRow;
  lines: DecidedLine[];
  items: Map<number, LockedItem>;
  moment: Moment;
  note: string;
}

/** Gathers what the lines add to the stock. */
function stockOf({ delivery, lines, moment, note }: Posting): StockChanges {
  const stock = noStockChanges();
  for (const line of lines) {
    const { place, item_id } = line;
    const id = changeId(delivery.key, place, 'goods');
    const added = stockThousandths(line, line.factor);
    stock.changes.push({ id, itemId: item_id, delta: fromThousandths(added), at: moment.at, source: 'delivery', note });
    stock.rows.push({ change_id: id, delivery_id: delivery.id, place, purpose: 'goods', statement: null });
    const statement = moment.seen.get(item_id);
    if (!statement) continue;
    const own = { id: changeId(delivery.key, place, 'absorbed'), delivery_id: delivery.id, place, itemId: item_id };
    absorb(stock, { ...own, added, statement, note: `${note}: пришла раньше` });
  }
  return stock;
}

/** Moves costs line after line, each meeting the stock and the cost that those before it have left. */
async function moveCosts(trx: Knex.Transaction, { delivery, lines, items, moment }: Posting): Promise<void> {
  const costs = new Map([...items].map(([id, { cost }]) => [id, cost]));
  const met = new Map([...items].map(([id, { quantity }]) => [id, toThousandths(quantity)]));
  for (const line of lines) {
    const { item_id } = line;
    // goods that were counted already are a part of the stock, so the delivery met only the rest
    if (moment.seen.has(item_id)) met.set(item_id, (met.get(item_id) ?? 0) - stockThousandths(line, line.factor));
  }
  const posted = lines.map((line): PostedLine => {
    const { item_id, place } = line;
    const added = stockThousandths(line, line.factor);
    const worth = worthOfLine(line);
    const [cost, before] = [costs.get(item_id) ?? null, met.get(item_id) ?? 0];
    const after = averageCost(cost, fromThousandths(before), { quantity: fromThousandths(added), worth });
    costs.set(item_id, after);
    met.set(item_id, before + added);
    const quantities = { stock_quantity: toNumeric(added), stock_before: toNumeric(before) };
    return { place, ...quantities, stock_unit: line.item_unit, worth, cost_before: cost, cost_after: after };
  });
  await fillLines(trx, delivery.id, posted);
  await updateCosts(trx, [...costs]);
}

async function postIn(deps: DeliveryDeps, trx: Knex.Transaction, id: number, input: PostDelivery, actor: Actor) {
  const found = await lockDelivery(trx, id);
  if (!found) throw noDelivery();
  if (found.status === 'posted') return undefined;
  if (found.status === 'reversed') throw new Conflict('delivery_reversed', 'Поставка отменена. Загрузите её заново');
  const lines = decidedLines(await selectLines(trx, id));
  const supplierId = await supplierOf(deps, trx, found);
  const delivery = { ...found, supplier_id: supplierId };
  const { name } = await deps.suppliers.named(trx, supplierId);
  const ids = [...new Set(lines.map(({ item_id }) => item_id))];
  const items = await lockItems(trx, ids);
  const other = lines.find(({ item_id, item_unit }) => items.get(item_id)?.unit !== item_unit);
  if (other) throw new Conflict('lines_undecided', `«${other.item_name}»: единица только что сменилась`);
  // behind the locks: the same paper may be posted at this moment
  if (!input.again) await mustBeNew(trx, delivery, deps.timezone);
  const title = deliveryText(delivery, name);
  const moment = await momentFor(deps, trx, { delivery, ids, title, input });
  const posting = { delivery, lines, items, moment, note: title };
  await moveCosts(trx, posting);
  const stock = stockOf(posting);
  const written = await applyAll(deps, trx, stock.changes, actor);
  await insertDeliveryChanges(trx, stock.rows);
  await deps.counts.correctBooks(trx, stock.books);
  await deps.suppliers.remember(trx, supplierId, lines, actor?.id ?? null);
  await updateDeliveryRow(trx, id, {
    status: 'posted',
    supplier_id: supplierId,
    received_at: moment.at,
    posted_by: actor?.id ?? null,
    posted_at: deps.clock(),
  });
  await deps.orders.receive(trx, { id, supplierId, came: cameOf(lines) });
  return { written, books: stock.books };
}

/** Announces what was written. */
export function announceStock(
  { changes, counts, onChange }: DeliveryDeps,
  done: { written: Written; books: { count_id: number }[] },
): void {
  changes.announce(done.written);
  counts.booksCorrected(done.books.map(({ count_id }) => count_id));
  onChange();
}

/** Adds a draft to the stock, once: a repeated call changes nothing. Throws NotFound, Conflict. */
export async function postDelivery(deps: DeliveryDeps, id: number, input: PostDelivery, actor: Actor): Promise<void> {
  // another process may have added the same supplier at the same moment
  const done = await retried(deps.db, (trx) => postIn(deps, trx, id, input, actor), [UNIQUE_VIOLATION]);
  if (done) announceStock(deps, done);
}
