import test from 'ava';
import { ApiError } from '../../../kit/web/api-client.ts';
import type { ChangeResult } from '../../../tenant-runtime/contract/changes.endpoints.ts';
import type { ChangeInput } from '../../../tenant-runtime/contract/changes.ts';
import { createOutbox, type QueuedChange, withQueued } from '../../../tenant-runtime/panel/offline/outbox.ts';

/** A storage with the interface of localStorage. */
function createStorage() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const entry = (id: string, delta = 0.7): Omit<QueuedChange, 'state'> => ({
  change: {
    id,
    itemId: 1,
    delta,
    source: 'web',
    at: new Date(2026, 0, 1, 12, 0, Number(id)),
  } as QueuedChange['change'],
  itemName: 'Джемесон',
  unit: 'л',
});
const applied = (changes: ChangeInput[]): ChangeResult[] => changes.map(({ id }) => ({ id, status: 'applied' }));

/** An outbox whose sends are answered one by one from `answers`, and which reports when it is idle. */
function createSubject(answers: ((changes: ChangeInput[]) => ChangeResult[])[], storage = createStorage()) {
  const sent: string[][] = [];
  const reasons: string[] = [];
  const outbox = createOutbox({
    owner: '7',
    storage,
    onResults: () => {},
    onRefused: (error) => void reasons.push(error),
    wait: async () => {},
    async send(changes) {
      sent.push(changes.map(({ id }) => id));
      return (answers.shift() ?? applied)(changes);
    },
  });
  async function settled(done: () => boolean): Promise<void> {
    for (let turn = 0; turn < 1_000 && !done(); turn += 1) await Promise.resolve();
  }
  return { outbox, storage, sent, reasons, settled };
}

const offline = (): never => {
  throw new ApiError(0, 'Нет связи');
};

test('a change is kept before it is sent and forgotten when it is taken', async (t) => {
  let keptWhileSending = 0;
  const storage = createStorage();
  const { outbox, settled } = createSubject(
    [
      (changes) => {
        keptWhileSending = storage.length;
        return applied(changes);
      },
    ],
    storage,
  );

  outbox.add(entry('1'));
  await settled(() => outbox.snapshot().length === 0);

  t.is(keptWhileSending, 1);
  t.is(storage.length, 0);
  t.deepEqual(outbox.snapshot(), []);
});

test('without a connection a change is sent again under the same id until it is taken', async (t) => {
  const { outbox, sent, settled } = createSubject([offline, offline, applied]);

  outbox.add(entry('1'));
  await settled(() => outbox.snapshot().length === 0);

  t.deepEqual(sent, [['1'], ['1'], ['1']]);
  t.false(outbox.isOffline());
});

test('what waited when the tab was closed is sent by the next one, in the order it was entered', async (t) => {
  const first = createSubject([offline]);
  first.outbox.add(entry('2'));
  first.outbox.add(entry('1'));
  first.outbox.close();

  const second = createSubject([], first.storage);
  second.outbox.flush();
  await second.settled(() => second.outbox.snapshot().length === 0);

  t.deepEqual(second.sent, [['1', '2']]);
  t.is(first.storage.length, 0);
});

test('another person at the same screen does not send what is not theirs', (t) => {
  const { outbox, storage } = createSubject([offline]);
  outbox.add(entry('1'));
  outbox.close();
  const theirs = createOutbox({ owner: '8', storage, send: async () => [], onResults: () => {}, onRefused: () => {} });
  t.deepEqual(theirs.snapshot(), []);
});

test('a refused change stays with its reason until it is tried again or put away', async (t) => {
  const refuse = (changes: ChangeInput[]): ChangeResult[] =>
    changes.map(({ id }) => ({ id, status: 'rejected', error: 'Такой позиции нет' }));
  const { outbox, storage, settled } = createSubject([refuse, refuse, applied]);

  outbox.add(entry('1'));
  await settled(() => outbox.snapshot()[0]?.state === 'refused');
  t.is(outbox.snapshot()[0]?.error, 'Такой позиции нет');
  t.is(storage.length, 1);

  outbox.retry('1');
  await settled(() => outbox.snapshot()[0]?.state === 'refused');
  outbox.retry('1');
  await settled(() => outbox.snapshot().length === 0);
  t.is(storage.length, 0);
});

test('the reason of a refusal is told, whether it is of one change or of all that were sent', async (t) => {
  const doubt = (changes: ChangeInput[]): ChangeResult[] => [
    { id: changes[0]?.id ?? '', status: 'rejected', error: 'Точно 700 л?' },
    ...applied(changes.slice(1)),
  ];
  const forbidden = (): never => {
    throw new ApiError(403, 'Вам сюда нельзя');
  };
  const { outbox, reasons, settled } = createSubject([offline, doubt, forbidden]);

  outbox.add(entry('1'));
  outbox.add(entry('2'));
  await settled(() => outbox.snapshot().length === 1);
  t.deepEqual(reasons, ['Точно 700 л?']);

  outbox.retry('1');
  await settled(() => reasons.length === 2);
  t.deepEqual(reasons, ['Точно 700 л?', 'Вам сюда нельзя']);
  t.is(outbox.snapshot()[0]?.error, 'Вам сюда нельзя');
});

test('the shown quantity is what the server holds and what is still on its way', (t) => {
  const queue: QueuedChange[] = [
    { ...entry('1', 0.1), state: 'waiting' },
    { ...entry('2', 0.2), state: 'waiting' },
    { ...entry('3', 50), state: 'refused' },
  ];
  t.is(withQueued(4.6, 1, queue), 4.9);
  t.is(withQueued(4.6, 2, queue), 4.6);
});

test('a hidden quantity stays hidden, whatever is on its way', (t) => {
  t.is(withQueued(null, 1, [{ ...entry('1'), state: 'waiting' }]), null);
});

test('what is recorded while the venue is suspended waits, and goes when it is back', async (t) => {
  const suspended = (): never => {
    throw new ApiError(403, 'Заведение приостановлено', { code: 'tenant_suspended' });
  };
  const { outbox, sent, settled } = createSubject([suspended, suspended, applied]);

  outbox.add(entry('1'));
  await settled(() => outbox.snapshot().length === 0);

  t.deepEqual(sent, [['1'], ['1'], ['1']]);
});
