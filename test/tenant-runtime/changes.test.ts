import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant } from '../support/tenant.ts';

test('a change moves the stock by exactly its amount', async (t) => {
  const { user, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Джемесон', quantity: 4.6 });

  const answer = await user
    .post('/api/changes')
    .send({ changes: [{ id: randomUUID(), itemId: item.id, delta: 0.7, source: 'web' }] });

  t.is(answer.status, 200, JSON.stringify(answer.body));
  t.like(answer.body.results[0], { status: 'applied', item: { quantity: 5.3 }, change: { before: 4.6, after: 5.3 } });
});
