import test from 'ava';
import { startTenant } from '../../support/venue/tenant.ts';
import { updXml } from './documents.ts';
import { decided, posted, reversed, uploaded } from './venue.ts';

test('a delivery of a thousand lines is read, posted and reversed in a few statements, not in one for each line', async (t) => {
  const { admin, db } = await startTenant(t);
  const LINES = 1000;
  await db.raw(
    `insert into items (name, search_name, unit) select 'Позиция ' || n, 'позиция ' || n, 'шт' from generate_series(1, ?) as n`,
    [LINES],
  );
  const lines = Array.from({ length: LINES }, (_, index) => ({ name: `Позиция ${index + 1}`, code: `К-${index + 1}` }));
  const draft = await uploaded(admin, updXml({ lines }));
  t.is(draft.rows.filter(({ proposals }) => proposals[0]?.sure).length, LINES);
  await decided(
    admin,
    draft.id,
    ...draft.rows.map(({ place, proposals }) => ({ place, item_id: proposals[0]?.item_id })),
  );
  let statements = 0;
  db.on('query', () => {
    statements += 1;
  });

  await posted(admin, draft.id);
  await reversed(admin, draft.id);

  t.true(statements < 100, `${statements} statements`);
  const { rows } = await db.raw('select sum(quantity) as stock, max(cost) as cost from items');
  t.deepEqual([Number(rows[0].stock), rows[0].cost], [0, null]);
});
