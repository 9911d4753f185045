import test from 'ava';
import nock from 'nock';
import { createShop, type Shop } from '../../api/payments/shop.ts';

export let shop: Shop;
/** Requests that no test expects: unknown objects must not be queried. */
const unforeseen: string[] = [];

/** Starts the file's shop before its tests and stops it after them. */
export function setUpYookassaShop(): void {
  test.before(async () => {
    nock.emitter.on('no match', ({ method, url }) => {
      if (url.startsWith(shop.url)) unforeseen.push(`${method} ${url}`);
    });
    shop = await createShop();
  });
  test.after.always(async (t) => {
    await shop.close();
    t.deepEqual(unforeseen, []);
  });
}
