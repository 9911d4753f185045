import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import test from 'ava';
import { until } from '../support/run/until.ts';
import { keepsSecrets, secretVenue } from '../support/venue/secret-venue.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { closed, entered, move, opened } from './counting.ts';

test('the socket tells users nothing of what is hidden, and everybody when that begins and ends', async (t) => {
  const { admin, user, item, socket } = await secretVenue(t);
  const watch = async (one: Tenant['user']) => {
    const events: { items: ShownItem[]; changes?: ShownChange[]; all?: true }[] = [];
    const notices = { venue: 0, counts: 0 };
    const open = await socket(one.token);
    open.on('items:changed', (event) => events.push(event));
    open.on('venue:changed', () => {
      notices.venue += 1;
    });
    open.on('counts:changed', () => {
      notices.counts += 1;
    });
    return { events, notices };
  };
  const [panel, phone] = [await watch(admin), await watch(user)];

  const count = await opened(admin, { blind: true });
  await until(() => phone.notices.venue === 1 && phone.events.some(({ all }) => all), 'the beginning');
  await until(() => phone.notices.counts > 0, 'the count');
  await move(admin, item.id, { delta: 19.331 });
  await until(() => [panel, phone].every(({ events }) => events.some(({ changes }) => changes)), 'the change');
  t.like(panel.events.at(-1), { items: [{ quantity: 456.444 }], changes: [{ delta: 19.331, after: 456.444 }] });
  t.like(phone.events.at(-1), { items: [{ quantity: null, hidden: true }], changes: [{ delta: null, after: null }] });

  await admin.put(`/api/users/${user.id}`).send({ role: 'admin' });
  await until(() => phone.notices.venue === 2, 'the new role');
  const before = phone.events.length;
  await move(admin, item.id, { delta: 1 });
  await until(() => phone.events.length > before, 'the change to an administrator');
  t.is(phone.events.at(-1)?.items[0]?.quantity, 457.444);
  await admin.put(`/api/users/${user.id}`).send({ role: 'user' });
  await until(() => phone.notices.venue === 3, 'the old role');
  phone.events.length = 0;
  await move(admin, item.id, { delta: -1 });
  await until(() => phone.events.length > 0, 'the change to a user');
  keepsSecrets(t, 'the socket', phone.events);

  await closed(admin, count.id);
  await until(() => phone.notices.venue === 4, 'the end');
});

test('the news of a count are few however fast it is filled, and the last comes after the last entry', async (t) => {
  const { admin, user, item, socket } = await secretVenue(t);
  const count = await opened(admin);
  const news: number[] = [];
  (await socket(admin.token)).on('counts:changed', ({ countId }) => news.push(countId));
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(Array.from({ length: 10 }, () => entered(user, count.id, { itemId: item.id, quantity: 0.1 })));
  }
  await until(() => news.length > 0, 'news');
  const soon = news.length;
  t.true(soon < 40, `${soon} news of 60 entries`);
  await entered(user, count.id, { itemId: item.id, quantity: 0.1 });
  await until(() => news.length > soon, 'the last news');
});
