import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import test from 'ava';
import {
  type Kept,
  nextBatch,
  type Operation,
  pendingQuantity,
} from '../../../tenant-runtime/scanner/offline/operations.ts';
import { sendBatch, TooMuch } from '../../../tenant-runtime/scanner/offline/send.ts';

const given = { source: 'scanner', method: 'typed' } as const;
const ref = { itemId: 1 };
const change = (amount: { delta: number } | { set: number }): Operation => ({ kind: 'change', ref, amount, ...given });
const entry = (countId: number): Operation => {
  return { kind: 'entry', ref, countId, areaId: null, amount: { quantity: 1 }, ...given };
};
const measure: Operation = { kind: 'measure', ref, weight: { emptyG: 480 } };

const queue = (...operations: Operation[]): Kept[] =>
  operations.map((operation, at) => {
    const said = { id: `id-${at}`, owner: 1, ownerName: 'Иван', at: '2026-01-01T00:00:00Z' };
    return { seq: at, ...said, itemName: 'Джин', unit: 'л', operation };
  });

const answering = (status: number, body: unknown) =>
  createApiClient<VenueEndpoints>({
    base: '/api',
    getToken: () => 'token',
    fetch: async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  });
const refusal = (error: string) => ({ success: false, error, code: 'word' });

test('changes go together past entries, and nothing passes what must keep its place', (t) => {
  const kept = queue(change({ delta: 1 }), entry(7), change({ delta: 2 }), measure, change({ delta: 3 }));
  t.deepEqual(
    nextBatch(kept, 500).map(({ seq }) => seq),
    [0, 2],
  );
  t.deepEqual(
    nextBatch(kept.slice(1), 500).map(({ seq }) => seq),
    [1],
  );
  t.deepEqual(
    nextBatch(kept.slice(3), 500).map(({ seq }) => seq),
    [3],
  );
  t.is(nextBatch(queue(...Array.from({ length: 600 }, () => change({ delta: 1 }))), 500).length, 500);
});

test('what waits is counted on top of what the server said, and what was refused is not', (t) => {
  const kept = queue(change({ delta: -0.7 }), change({ set: 3 }), change({ delta: 0.1 }));
  t.is(pendingQuantity(5, ref, kept), 3.1);
  t.is(pendingQuantity(5, ref, [{ ...(kept[0] as Kept), error: 'нет' }]), 5);
  t.is(pendingQuantity(null, ref, kept), null, 'hidden stays hidden');
  t.is(pendingQuantity(5, { itemId: 2 }, kept), 5);
});

const later: [what: string, status: number, body: unknown][] = [
  ['the page of a café that asks to pay', 200, '<html>Оплатите доступ</html>'],
  ['the same page as a refusal', 403, '<html>Оплатите доступ</html>'],
  ['an answer that tells nothing of what was sent', 200, { success: true, results: [] }],
  ['a token that is worth nothing any more', 401, refusal('Войдите снова')],
  ['too many requests', 429, refusal('Подождите')],
  ['a venue that is suspended', 403, refusal('Заведение приостановлено')],
  ['a server that fails', 500, refusal('Что-то сломалось у нас')],
  ['a venue that wakes', 503, '<html>'],
];
for (const [what, status, body] of later) {
  test(`${what} refuses nothing: all of it is sent again later`, async (t) => {
    const error = await t.throwsAsync(sendBatch(answering(status, body), queue(change({ delta: 1 }))));
    t.false(error instanceof TooMuch);
  });
}

test('a batch that is too large is halved, and one alone that cannot pass is refused in words', async (t) => {
  const tooLarge = answering(413, '<html>');
  await t.throwsAsync(sendBatch(tooLarge, queue(change({ delta: 1 }), change({ delta: 2 }))), {
    instanceOf: TooMuch,
  });
  const { refused } = await sendBatch(tooLarge, queue(change({ delta: 1 })));
  t.is(refused.length, 1);
});

test('each of a batch meets its own answer', async (t) => {
  const kept = queue(change({ delta: 1 }), change({ delta: 2 }), change({ delta: 3 }));
  const results = [
    { id: 'id-0', status: 'applied' },
    { id: 'id-1', status: 'rejected', error: 'Позиция удалена' },
  ];
  const settled = await sendBatch(answering(200, { success: true, results }), kept);
  t.deepEqual(
    settled.done.map(({ seq }) => seq),
    [0],
  );
  t.deepEqual(
    settled.refused.map(({ kept: { seq }, error }) => [seq, error]),
    [[1, 'Позиция удалена']],
  );
});

test('a count that is gone is said of each of its entries; other counts wait for their turn', async (t) => {
  const kept = nextBatch(queue(entry(7), entry(8), entry(7)), 500);
  t.deepEqual(
    kept.map(({ seq }) => seq),
    [0, 2],
  );
  const { refused } = await sendBatch(answering(404, refusal('Такого подсчёта нет')), kept);
  t.is(refused.length, 2);
});

test('what points to a new item that nobody knows is refused, and does not hold the queue', async (t) => {
  const orphan: Operation = { kind: 'change', ref: { itemKey: 'gone' }, amount: { delta: 1 }, ...given };
  const { refused } = await sendBatch(answering(200, {}), queue(orphan));
  t.is(refused.length, 1);
});

const away: [what: string, status: number, code: string][] = [
  ['suspended', 403, 'tenant_suspended'],
  ['not to be found', 404, 'tenant_not_found'],
];
for (const [what, status, code] of away) {
  test(`while the venue is ${what}, nothing of any kind is refused`, async (t) => {
    const takeBack: Operation = { kind: 'takeBack', ref, countId: 7, entryId: 'e' };
    const code13: Operation = { kind: 'code', ref, ean: '4600000000008', pack: 1 };
    const api = answering(status, { success: false, error: 'Заведение приостановлено', code });
    for (const operation of [change({ delta: 1 }), entry(7), measure, takeBack, code13]) {
      await t.throwsAsync(sendBatch(api, queue(operation)), { message: 'Заведение приостановлено' });
    }
  });
}
