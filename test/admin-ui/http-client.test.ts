import test from 'ava';
import { httpClient } from '../../admin-ui/src/http-client.ts';

test('an answer that holds nothing of what was asked is a failure, which the log names in English', async (t) => {
  const before = globalThis.fetch;
  globalThis.fetch = async () => Response.json({ something: 'of a network’s own page' });
  Object.assign(globalThis, { localStorage: { getItem: () => null } });
  t.teardown(() => {
    globalThis.fetch = before;
  });

  const message = 'Failed to fetch tenants';
  await t.throwsAsync(httpClient('/api/admin/tenants?range=[0,49]'), { message });
  await t.notThrowsAsync(httpClient('/api/admin/tenants/t1', { method: 'DELETE' }));
});
