import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { MeasureItem } from '../../contract/items.ts';
import type { Weighed } from '../platform/proposals.service.ts';
import type { ItemRow, MeasurementRow } from '../tables.ts';
import type { Actor } from './actor.ts';
import { insertMeasurement, selectMeasurements } from './measurements.queries.ts';

/** Two weighings of one bottle agree within so many grams, or within two steps of the scale if those are more. */
const WITHIN_G = 3;
const WITHIN_STEPS = 2;

const names = { empty: 'пустая', full: 'полная' } as const;

const toTenths = (value: number): number => Math.round(value * 10) / 10;
const grams = (value: number): string => `${String(toTenths(value)).replace('.', ',')} г`;

type Step = number | string | null | undefined;

/** Returns the grams by which weighings on scales of these steps may differ. */
export const toleranceOf = (...steps: Step[]): number =>
  Math.max(WITHIN_G, ...steps.map((step) => WITHIN_STEPS * Number(step ?? 0)));

interface Measured {
  bottle: MeasurementRow['bottle'];
  grams: number;
  stepG: number | undefined;
}

/** Returns what the request has measured, without what stood on the bottle. */
function measuredIn({ emptyG, fullG, presetTareG = 0, stepG }: MeasureItem): Measured {
  const bottle = emptyG == null ? 'full' : 'empty';
  return { bottle, grams: toTenths((emptyG ?? fullG ?? 0) - presetTareG), stepG };
}

const agree = (a: MeasurementRow, b: MeasurementRow): boolean =>
  Math.abs(Number(a.grams) - Number(b.grams)) <= toleranceOf(a.step_g, b.step_g);

/** Who gives the same grams again within this time has pressed twice: the bottle was not lifted. */
const PRESSED_TWICE_MS = 60_000;

const isPressedTwice = (a: MeasurementRow, b: MeasurementRow | undefined): boolean =>
  a.user_id === b?.user_id && a.grams === b.grams && Math.abs(a.at.getTime() - b.at.getTime()) < PRESSED_TWICE_MS;

/** Returns the newest measurements of a bottle that agree with the last one, without those that were pressed twice. */
function agreeing(recent: MeasurementRow[], bottle: MeasurementRow['bottle']): MeasurementRow[] {
  const all = recent.filter((row) => row.bottle === bottle);
  const own = all.filter((row, index) => !isPressedTwice(row, all[index - 1]));
  const [newest] = own;
  if (!newest) return [];
  const other = own.findIndex((row) => !agree(newest, row));
  return other < 0 ? own : own.slice(0, other);
}

const meanOf = (rows: MeasurementRow[]): number =>
  toTenths(rows.reduce((sum, row) => sum + Number(row.grams), 0) / rows.length);

/**
 * Returns the weights that are certain enough for the catalogue: of the empty bottle weighed twice, or of both bottles.
 */
export function weighedFacts(item: ItemRow, recent: MeasurementRow[]): Weighed | undefined {
  const [empty, full] = [agreeing(recent, 'empty'), agreeing(recent, 'full')];
  const both = full.length > 0 && item.volume_ml !== null && meanOf(full) > meanOf(empty);
  if (empty.length < 2 && !(empty.length === 1 && both)) return undefined;
  return {
    weight_empty_g: meanOf(empty),
    ...(both && { weight_full_g: meanOf(full) }),
    weighings: empty.length + (both ? full.length : 0),
  };
}

/** An older client sends no id: what it measures is then the last measurement sent again, if it is the same. */
function isRepeated(last: MeasurementRow | undefined, { bottle, grams: now }: Measured, actor: Actor): boolean {
  return last?.bottle === bottle && Number(last.grams) === now && last.user_id === (actor?.id ?? null);
}

/** Throws Conflict with a question if the last weighing of this bottle gave another weight. */
function refuseDisagreeing(item: ItemRow, { bottle, grams: now, stepG }: Measured, recent: MeasurementRow[]): void {
  const last = recent.find((row) => row.bottle === bottle);
  if (!last || Math.abs(Number(last.grams) - now) <= toleranceOf(last.step_g, stepG)) return;
  const was = grams(Number(last.grams));
  const question = `«${item.name}»: в прошлый раз ${names[bottle]} весила ${was}, теперь ${grams(now)}. Верно ли ${grams(now)}?`;
  throw new Conflict('doubtful', question, { [`${bottle}G`]: question });
}

const otherKept = (): Conflict =>
  new Conflict('other_measurement', 'Взвешивание с таким номером уже есть, и оно другое');

/** Whether the measurement has been kept before. Throws Conflict if its id is of another one of the item. */
function isKept(recent: MeasurementRow[], measured: Measured, { input, actor }: { input: MeasureItem; actor: Actor }) {
  if (input.id === undefined) return isRepeated(recent[0], measured, actor);
  const kept = recent.find(({ id }) => id === input.id);
  if (kept && (kept.bottle !== measured.bottle || Number(kept.grams) !== measured.grams)) throw otherKept();
  return kept !== undefined;
}

/**
 * Keeps a measurement of the item, which is locked. Returns the item's measurements, the newest first, or undefined if
 * this one has been kept before. Throws Conflict if it disagrees with the last one and has not been confirmed, or if its
 * id is another measurement's.
 */
export async function keepMeasurement(
  trx: Knex.Transaction,
  item: ItemRow,
  { input, actor, now }: { input: MeasureItem; actor: Actor; now: Date },
): Promise<MeasurementRow[] | undefined> {
  const recent = await selectMeasurements(trx, item.id);
  const measured = measuredIn(input);
  if (isKept(recent, measured, { input, actor })) return undefined;
  if (!input.confirmed) refuseDisagreeing(item, measured, recent);
  const kept = await insertMeasurement(trx, {
    id: input.id ?? randomUUID(),
    item_id: item.id,
    user_id: actor?.id ?? null,
    bottle: measured.bottle,
    grams: measured.grams.toFixed(1),
    step_g: measured.stepG === undefined ? null : measured.stepG.toFixed(2),
    at: input.at && input.at < now ? input.at : now,
  });
  if (!kept) throw otherKept();
  return [kept, ...recent];
}
