import { createReleaseChoice } from '@ostatok/api/src/releases/releases.service.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { bearer, createTestApi } from '../support/platform/api.ts';

test('what a platform brings is for all, until somebody chooses or another is brought', async (t) => {
  const api = await createTestApi();
  t.teardown(() => api.close());
  const images = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map((id) => ({
    id,
    repository: 'tenant-runtime',
    tag: id,
    size: 1,
    createdAt: new Date(),
  }));
  /** A platform that is started and brings this release; all are on its disk. */
  const start = async (release: string) => {
    const host = { presentRelease: async () => release, hasRelease: () => true, images: async () => images };
    const { db, activity } = api;
    const releases = createReleaseChoice({ db, host, activity, log: createLog('test', 'silent') });
    return { releases, chosen: await releases.defaultHere() };
  };

  t.is((await start('aaaaaaaaaaaa')).chosen, 'aaaaaaaaaaaa');
  const upgraded = await start('bbbbbbbbbbbb');
  t.is(upgraded.chosen, 'bbbbbbbbbbbb');
  await upgraded.releases.use(null, 'aaaaaaaaaaaa');
  t.is((await start('bbbbbbbbbbbb')).chosen, 'aaaaaaaaaaaa', 'a restart changes nothing of it');
  await upgraded.releases.use(null, 'bbbbbbbbbbbb');
  t.is((await start('aaaaaaaaaaaa')).chosen, 'aaaaaaaaaaaa', 'the checkout of before was put back');
  t.is((await start('bbbbbbbbbbbb')).chosen, 'bbbbbbbbbbbb');
});

test('a release that was stopped is nobody’s, also when it is brought again; where all were, the present one is', async (t) => {
  const host = { list: async () => [], presentRelease: async () => 'aaaaaaaaaaaa', hasRelease: () => true };
  const api = await createTestApi({ host });
  t.teardown(() => api.close());
  const admin = await api.signUp('admin');
  await api.call.get('/api/admin/images').set(...bearer(admin));
  await api.db('releases').insert({ id: 'bbbbbbbbbbbb', default_since: new Date(Date.now() + 1000) });
  const { activity, db } = api;
  const releases = createReleaseChoice({
    db,
    host: { ...host, images: async () => [] },
    activity,
    log: createLog('test', 'silent'),
  });
  t.is(await releases.defaultHere(), 'bbbbbbbbbbbb');

  await db('releases').where({ id: 'bbbbbbbbbbbb' }).update({ stopped_at: new Date() });
  t.is(await releases.defaultHere(), 'aaaaaaaaaaaa');
  await db('releases').update({ stopped_at: new Date() });
  t.is(await releases.defaultHere(), 'aaaaaaaaaaaa');
});
