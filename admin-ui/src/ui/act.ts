import type { LiveResource } from '@ostatok/api/contract/live.ts';
import { changed } from '../live/invalidation.ts';
import { timeText } from './texts.ts';
import { toastDone, toastFailed, toastPartly, toastProgress } from './toasts.tsx';

/** The number of parallel calls, so that one click does not flood the server. */
const AT_ONCE = 4;
/** Up to this many rows no progress is shown. */
const FEW = 10;

/** The call that undoes the action, and its messages. */
export interface Undo<Row> {
  call: (row: Row) => Promise<unknown>;
  done: string;
  failed: string;
}

interface BulkAction<Row, Answer = unknown> {
  rows: Row[];
  call: (row: Row) => Promise<Answer>;
  /** When the answer says that it was done before, under the same idempotency key: nothing has changed now. */
  doneBefore?: (answer: Answer) => string | null | undefined;
  /** The message for one row; for several, their number is added. */
  done: string;
  failed: string;
  /** The resources that the action changes. */
  resources: LiveResource[];
  undo?: Undo<Row>;
}

/** The browser asks before closing the window on a half-finished action. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

async function callEach<Row, Answer>({ rows, call, doneBefore }: BulkAction<Row, Answer>) {
  const done: Row[] = [];
  const before: string[] = [];
  const failed: Row[] = [];
  const errors: unknown[] = [];
  const waiting = rows.values();
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
  };
  const progress = rows.length > FEW ? toastProgress(rows.length, stop) : undefined;
  async function worker(): Promise<void> {
    for (const row of waiting) {
      if (isStopped) return;
      try {
        const answer = await call(row);
        const at = doneBefore?.(answer);
        if (at) before.push(at);
        done.push(row);
      } catch (error) {
        failed.push(row);
        errors.push(error);
      }
      progress?.show(done.length + failed.length);
    }
  }
  if (progress) window.addEventListener('beforeunload', warn);
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, worker));
  } finally {
    window.removeEventListener('beforeunload', warn);
    progress?.end();
  }
  return { done, failed, errors, before };
}

const outcomes = new WeakMap<object, 'done' | 'failed'>();

/** The result of the last action on this row object; undefined when there was none. */
export const outcomeOf = (row: object): 'done' | 'failed' | undefined => outcomes.get(row);

/** Runs the action for every row, shows the result and offers to undo it; resolves to whether all succeeded. */
export async function act<Row extends object, Answer>(deed: BulkAction<Row, Answer>): Promise<boolean> {
  const { rows, resources, undo } = deed;
  for (const row of rows) outcomes.delete(row);
  const result = await callEach(deed);
  for (const row of result.done) outcomes.set(row, 'done');
  for (const row of result.failed) outcomes.set(row, 'failed');
  for (const resource of resources) changed(resource);
  const takeBack =
    undo && (() => void act({ rows: result.done, call: undo.call, done: undo.done, failed: undo.failed, resources }));
  toastOutcome(deed, result, takeBack);
  return result.errors.length === 0;
}

const grouped = (count: number): string => count.toLocaleString('ru-RU');

/** Formats «Уже сделано раньше, 01.12.2026, 12:03» or, of several rows, «Готово: 3. Уже сделано раньше: 2». */
function beforeText(done: string, now: number, before: string[]): string {
  const [at] = before;
  const said =
    now + before.length === 1 ? `Уже сделано раньше, ${timeText(at)}` : `Уже сделано раньше: ${grouped(before.length)}`;
  return `${now > 0 ? `${done}: ${grouped(now)}. ` : ''}${said}. Второй раз не делали`;
}

/** One toast for the whole result: separate ones for done and failed rows would contradict each other. */
function toastOutcome<Row, Answer>(
  { rows, done, failed }: BulkAction<Row, Answer>,
  { done: changedRows, errors, before }: { done: Row[]; errors: unknown[]; before: string[] },
  undo?: () => void,
): void {
  const count = changedRows.length;
  if (errors.length === 0) {
    if (before.length > 0) toastDone(beforeText(done, count - before.length, before), undo);
    else if (count > 0) toastDone(rows.length === 1 ? done : `${done}: ${grouped(count)}`, undo);
  } else if (count === 0) toastFailed(rows.length > 1 ? `${failed} (${grouped(errors.length)})` : failed, errors[0]);
  else
    toastPartly(
      before.length > 0
        ? beforeText(done, count - before.length, before)
        : `${done}: ${grouped(count)} из ${grouped(rows.length)}`,
      `${failed} (${grouped(errors.length)})`,
      errors[0],
      undo,
    );
}

/** The error text of an action on tenants and users, as the specification words it. */
export const couldNot = (action: string): string => `Не удалось выполнить действие: ${action}`;
