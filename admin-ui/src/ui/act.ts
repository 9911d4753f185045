import type { LiveResource } from '@ostatok/api/contract/live.ts';
import { changed } from '../live/invalidation.ts';
import { toastDone, toastFailed, toastPartly, toastProgress } from './toasts.tsx';

/** Calls at once where many rows are meant: no server is to be flooded by one click. */
const AT_ONCE = 4;
/** So many are done at once, without a look at how far it is. */
const FEW = 10;

/** The call that takes it back, and what is said then. */
export interface Undo<Row> {
  call: (row: Row) => Promise<unknown>;
  done: string;
  failed: string;
}

interface BulkAction<Row> {
  rows: Row[];
  call: (row: Row) => Promise<unknown>;
  /** Said of one row; of several, with their number after it. */
  done: string;
  failed: string;
  /** What shows the change. */
  resources: LiveResource[];
  undo?: Undo<Row>;
}

/** The window asks before it closes upon what is only half done. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

async function callEach<Row>(rows: Row[], call: (row: Row) => Promise<unknown>) {
  const done: Row[] = [];
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
        await call(row);
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
  return { done, failed, errors };
}

const outcomes = new WeakMap<object, 'done' | 'failed'>();

/** What became of the row when something was last done to it, as it stood in its list then; undefined: nothing was. */
export const outcomeOf = (row: object): 'done' | 'failed' | undefined => outcomes.get(row);

/** Does it to every row, says how it went, and offers to take it back; whether all went well. */
export async function act<Row extends object>(deed: BulkAction<Row>): Promise<boolean> {
  const { rows, call, resources, undo } = deed;
  const result = await callEach(rows, call);
  for (const row of result.done) outcomes.set(row, 'done');
  for (const row of result.failed) outcomes.set(row, 'failed');
  for (const resource of resources) changed(resource);
  const takeBack =
    undo && (() => void act({ rows: result.done, call: undo.call, done: undo.done, failed: undo.failed, resources }));
  tellOutcome(deed, result, takeBack);
  return result.errors.length === 0;
}

const grouped = (count: number): string => count.toLocaleString('ru-RU');

/** One toast for all of it: of some done and some failed, two would contradict each other. */
function tellOutcome<Row>(
  { rows, done, failed }: BulkAction<Row>,
  { done: changedRows, errors }: { done: Row[]; errors: unknown[] },
  undo?: () => void,
): void {
  const count = changedRows.length;
  if (errors.length === 0) {
    if (count > 0) toastDone(rows.length === 1 ? done : `${done}: ${grouped(count)}`, undo);
  } else if (count === 0) toastFailed(rows.length > 1 ? `${failed} (${grouped(errors.length)})` : failed, errors[0]);
  else
    toastPartly(
      `${done}: ${grouped(count)} из ${grouped(rows.length)}`,
      `${failed} (${grouped(errors.length)})`,
      errors[0],
      undo,
    );
}

/** Of what is done to venues and people, in the spec's words. */
export const couldNot = (action: string): string => `Не удалось выполнить действие: ${action}`;
