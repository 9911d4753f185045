import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { createUpdates, type Update } from '../../tenant-runtime/src/platform/updates.service.ts';
import { serverUrl } from '../support/database/postgres.ts';

const messageOf = (updateId: number, personId: number): Update =>
  ({ update_id: updateId, message: { from: { id: personId }, chat: { id: personId } } }) as Update;
const pressOf = (updateId: number, personId: number): Update =>
  ({ update_id: updateId, callback_query: { from: { id: personId } } }) as Update;

function updatesHandledBy(t: ExecutionContext, handleUpdate: (update: Update) => Promise<void>) {
  const db = connect(serverUrl(), { max: 1 });
  t.teardown(() => db.destroy());
  return createUpdates({ db, log: createLog('test', 'silent'), startBot: async () => ({ handleUpdate }) });
}

test("one person's updates keep their order while another's do not wait for them", async (t) => {
  const ended: number[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const updates = updatesHandledBy(t, async ({ update_id: id }) => {
    if (id === 1) await held;
    ended.push(id);
  });

  const slow = updates.take([messageOf(1, 7), pressOf(2, 7)]);
  await updates.take([messageOf(3, 8), messageOf(4, 9)]);
  t.deepEqual(ended.toSorted(), [3, 4]);
  release();

  t.is(await slow, 2);
  t.deepEqual(ended.slice(2), [1, 2]);
});

test('what must come again holds back what is behind it in the same chat, and nothing else', async (t) => {
  const handled: number[] = [];
  let away = true;
  const updates = updatesHandledBy(t, async ({ update_id: id }) => {
    if (id === 1 && away) throw new Unavailable(1);
    handled.push(id);
  });
  const batch = [messageOf(1, 7), messageOf(2, 7), messageOf(3, 8)];

  await t.throwsAsync(updates.take(batch), { instanceOf: Unavailable });
  t.deepEqual(handled, [3]);
  away = false;

  t.is(await updates.take(batch), 3);
  t.deepEqual(handled, [3, 1, 2], 'what was done is not done again');
});

test('a venue works on no more updates at once than Telegram takes answers', async (t) => {
  let working = 0;
  let most = 0;
  const updates = updatesHandledBy(t, async () => {
    working += 1;
    most = Math.max(most, working);
    await sleep(5);
    working -= 1;
  });

  t.is(await updates.take(Array.from({ length: 100 }, (_, index) => messageOf(index, index))), 100);
  t.is(most, 16);
});

test('updates that come again while they are handled, or soon after, are waited for and not done again', async (t) => {
  const handled: number[] = [];
  const gate = Promise.withResolvers<void>();
  const updates = updatesHandledBy(t, async ({ update_id: id }) => {
    handled.push(id);
    if (id === 2) await gate.promise;
  });
  const batch = [messageOf(1, 7), messageOf(2, 7)];

  const first = updates.take(batch);
  const again = updates.take(batch);
  gate.resolve();

  t.deepEqual(await Promise.all([first, again]), [2, 2]);
  t.is(await updates.take(batch), 2);
  t.deepEqual(handled, [1, 2]);
});
