import test from 'ava';
import { createTestApi } from '../../support/platform/api.ts';

test('an unsubscribe link without its token, or with a broken one, says so in Russian and changes nothing', async (t) => {
  const api = await createTestApi();
  t.teardown(() => api.close());
  for (const query of ['', '?token=', '?token=broken', '?token[]=a&token[]=b', `?token=${'x'.repeat(3000)}`]) {
    for (const method of ['get', 'post'] as const) {
      const { status, text, headers } = await api.call[method](`/api/public/unsubscribe${query}`);
      t.is(status, 404, `${method} ${query.slice(0, 30)}`);
      t.regex(headers['content-type'] ?? '', /text\/html/);
      t.regex(text, /Ссылка не сработала.*Откройте ссылку из письма целиком/s);
      t.notRegex(text, /<form/);
    }
  }
});
