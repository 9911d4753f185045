import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import test, { type ExecutionContext } from 'ava';
import { createAlerts } from '../../api/src/attention/alerts.service.ts';
import type { Seen } from '../../api/src/attention/attention.service.ts';
import { createTestApi, MINUTE } from '../support/platform/api.ts';

const DOWN: AttentionLine = {
  id: 'venues_down',
  level: 'broken',
  text: 'Не запускаются заведения: 1',
  count: 1,
  details: ['bar: не отвечает база данных'],
  since: null,
  action: { label: 'Показать', path: '/admin/tenants?status=down', command: 'ostatok tenants restart bar' },
};
const LETTERS: AttentionLine = { ...DOWN, id: 'letters_stuck', text: 'Письма не уходят: 3', count: 3 };

/** Alerts of a platform with one administrator and one owner, whose troubles the test gives. */
async function startAlerts(t: ExecutionContext) {
  const api = await createTestApi();
  t.teardown(() => api.close());
  api.clock.hold();
  const admin = await api.signUp('admin');
  await api.signUp();
  let seen: Seen = { lines: [], unseen: [] };
  const make = () =>
    createAlerts({
      db: api.db,
      mail: api.mail,
      publicUrl: 'http://localhost:3000',
      readUrgent: async () => seen,
      now: api.clock.now,
    });
  const alerts = make();
  return {
    make,
    see: (lines: AttentionLine[]): void => {
      seen = { lines, unseen: [] };
    },
    /** What is seen after so many minutes; returns the letters of administrators so far. */
    async after(minutes: number, lines: AttentionLine[], unseen: string[] = []): Promise<number> {
      api.clock.pass(minutes * MINUTE);
      seen = { lines, unseen };
      await alerts.report();
      const rows = await api.db('mails').where({ template: 'alert' });
      t.deepEqual([...new Set(rows.map(({ recipient }) => recipient))], rows.length > 0 ? [admin.email] : []);
      return rows.length;
    },
  };
}

test('a trouble that lasts two minutes is told of once, and once more when it has been over for two', async (t) => {
  const { after } = await startAlerts(t);
  t.is(await after(0, [DOWN]), 0);
  t.is(await after(1, [DOWN]), 0);
  t.is(await after(1, [DOWN]), 1);
  t.is(await after(60, [DOWN, LETTERS]), 1);
  t.is(await after(2, [DOWN, LETTERS]), 2);
  t.is(await after(1, [LETTERS]), 2);
  t.is(await after(1, [DOWN, LETTERS]), 2, 'it came back, so it was never over');
  t.is(await after(1, [LETTERS]), 2);
  t.is(await after(2, [LETTERS]), 3, 'it is over');
  t.is(await after(60, [LETTERS]), 3);
});

test('what mends itself within two minutes is not told of, and what lasted before it was seen at once', async (t) => {
  const { after } = await startAlerts(t);
  t.is(await after(0, [DOWN]), 0);
  t.is(await after(1, []), 0);
  t.is(await after(5, [DOWN]), 0, 'it counts anew');
  const since = new Date(Date.now() - 60 * MINUTE).toISOString();
  t.is(await after(0, [DOWN, { ...LETTERS, since }]), 1);
});

test('more venues that are down are told of once more, ten minutes later at the earliest', async (t) => {
  const { after } = await startAlerts(t);
  await after(0, [DOWN]);
  t.is(await after(2, [DOWN]), 1);
  const more = { ...DOWN, count: 5, text: 'Не запускаются заведения: 5' };
  t.is(await after(5, [more]), 1);
  t.is(await after(5, [more]), 2);
  t.is(await after(20, [{ ...more, count: 3 }]), 2);
  const letters = { ...LETTERS, since: new Date(0).toISOString() };
  t.is(await after(0, [more, letters]), 3);
  t.is(await after(20, [more, { ...letters, count: 90 }]), 3, 'more letters are the same trouble');
});

test('what cannot be looked at is not over', async (t) => {
  const { after } = await startAlerts(t);
  await after(0, [DOWN]);
  t.is(await after(2, [DOWN]), 1);
  t.is(await after(1, [], ['заведения']), 1);
  t.is(await after(60, [], ['заведения']), 1);
  t.is(await after(0, []), 1);
  t.is(await after(2, []), 2);
});

test('two processes that see the same send one letter', async (t) => {
  const { make, after, see } = await startAlerts(t);
  see([{ ...DOWN, since: new Date(0).toISOString() }]);
  await Promise.all([make().report(), make().report()]);
  t.is(await after(0, [DOWN]), 1);
});
