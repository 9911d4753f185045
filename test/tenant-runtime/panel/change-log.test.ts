import test from 'ava';
import type { ShownChange } from '../../../tenant-runtime/contract/changes.endpoints.ts';
import { createChangeLog, LOG_PAGE } from '../../../tenant-runtime/panel/changes/change-log.ts';
import { changeOf, itemNamed } from './items.ts';

const jameson = itemNamed('Джемесон');
const written = (seq: number, fields: Partial<ShownChange> = {}): ShownChange =>
  changeOf(jameson, { id: `c${seq}`, seq, ...(fields as object) });

/** A tenant's log that grows, read page by page as the API returns it. */
function createSubject(count: number) {
  const all = Array.from({ length: count }, (_, at) => written(at + 1));
  const asked: number[] = [];
  const log = createChangeLog(async (page) => {
    asked.push(page);
    const newestFirst = all.toReversed();
    return {
      changes: newestFirst.slice((page - 1) * LOG_PAGE, page * LOG_PAGE),
      pagination: { total: all.length },
    };
  });
  const seqs = (): number[] => log.snapshot().changes.map(({ seq }) => seq);
  return { all, asked, log, seqs };
}

test('a log is read to its end without a gap while it grows at its beginning', async (t) => {
  const { all, log, seqs } = createSubject(250);
  await log.refresh();
  for (let turn = 0; turn < 3; turn += 1) {
    all.push(...Array.from({ length: 30 }, (_, at) => written(all.length + at + 1)));
    await log.refresh();
    await log.more();
  }
  await log.more();
  t.deepEqual(seqs(), all.map(({ seq }) => seq).toReversed());
});

test('older changes asked for while the newest are being read come afterwards', async (t) => {
  const { log, seqs } = createSubject(250);
  await log.refresh();
  const newest = log.refresh();
  await Promise.all([log.more(), newest]);
  t.is(seqs().length, 200);
});

test('what came is read back to what was known, and from the beginning when too much came', async (t) => {
  const { all, asked, log, seqs } = createSubject(100);
  await log.refresh();
  all.push(...Array.from({ length: 150 }, (_, at) => written(101 + at)));
  await log.refresh();
  t.deepEqual(asked, [1, 1, 2]);
  t.is(seqs().length, 250);

  all.push(...Array.from({ length: 2_000 }, (_, at) => written(251 + at)));
  await log.refresh();
  t.is(seqs().length, 500);
  t.is(seqs().at(-1), 2_250 - 499, 'older ones are read again when they are wanted');
});

test('a reverse change marks what it undid, wherever that stands', async (t) => {
  const { all, log } = createSubject(3);
  await log.refresh();
  all.push(written(4, { undoes: 'c2' }));
  await log.refresh();
  t.deepEqual(
    log.snapshot().changes.map(({ undone }) => undone),
    [false, false, true, false],
  );
});

test('a log that could not be read says why, and is read when asked again', async (t) => {
  let broken = true;
  const log = createChangeLog(async () => {
    if (broken) throw new Error('Нет связи');
    return { changes: [written(1)], pagination: { total: 1 } };
  });
  await log.refresh();
  t.regex(String(log.snapshot().error), /Нет связи/);
  broken = false;
  await log.refresh();
  t.is(log.snapshot().error, null);
  t.is(log.snapshot().total, 1);
});
