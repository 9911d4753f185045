import test from 'ava';
import { ask, backUp, platform, server, setUpBackups, venueOf } from '../support/backups/backups-platform.ts';
import { callVenue, type TestVenue } from '../support/platform/platform.ts';

setUpBackups();

/** Takes the venue's database and role away, as a disk that is lost does. */
async function lose({ id }: TestVenue): Promise<void> {
  await platform.venues.runtime.stop(id);
  await server.raw('drop database ?? with (force)', [id]);
  await server.raw('drop owned by ??', [id]);
  await server.raw('drop role ??', [id]);
}

test.serial('a venue whose database is lost never starts with an empty one while it is restored', async (t) => {
  const venue = await venueOf();
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л' });
  const backup = await backUp(venue.id);
  await lose(venue);
  const signIn = () => callVenue(platform, venue.subdomain, 'POST', '/api/auth/login', { body: venue.credentials });
  t.is((await signIn()).status, 503);
  let isRestoring = true;
  const seen = new Set<number>();
  async function visit(): Promise<void> {
    while (isRestoring) seen.add((await signIn()).status);
  }
  const visits = visit();

  const { operation } = (await ask('POST', `/${backup.id}/restore`, {})).body;

  isRestoring = false;
  await visits;
  t.like(operation, { status: 'done', done: 1 });
  t.false(seen.has(401), 'nobody is a stranger in their own venue');
  const { body } = await signIn();
  const { items } = (await callVenue(platform, venue.subdomain, 'GET', '/api/items', { token: body.token })).body;
  t.deepEqual(
    items.map(({ name }: { name: string }) => name),
    ['Ром'],
  );
});
