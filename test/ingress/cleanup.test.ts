import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { mayHave } from '../support/ingress/nginx.ts';
import { startBehindNginx } from '../support/ingress/platform-behind-nginx.ts';
import { newOwner, newVenue } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const withNginx = mayHave('nginx') ? test : test.skip;

withNginx(
  'the audit sees real site files, and cleanups make what is missing and set aside what is nobody’s',
  async (t) => {
    const { platform, nginx } = await startBehindNginx(t);
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    await platform.db('users').where({ id: owner.userId }).update({ role: 'admin' });
    platform.accounts.sessions.forget(owner.userId);
    const current = join(nginx.folder, 'current');
    const file = join(current, `site-${venue.subdomain}.conf`);
    const audited = async () => (await owner.call('GET', `/api/admin/tenants/audit?search=${venue.id}`)).body.audit;
    const says = async () =>
      (await audited()).tenants[0].evidence.find(({ source }: { source: string }) => source === 'ingress').says;
    const clean = (action: string) => owner.call('POST', '/api/admin/tenants/cleanup', { action });
    const host = `${venue.subdomain}.localhost`;
    const ask = (name = host) => rawRequest(nginx.httpPort, { path: '/healthz', host: name });
    t.is((await ask()).status, 200, 'a new venue is reached through nginx');
    t.is(await says(), 'Файл сайта есть');
    const text = await readFile(file, 'utf8');

    await rm(file);
    t.is(await says(), 'Файла сайта нет');
    t.deepEqual((await audited()).tenants[0].issues, ['Нет файла сайта']);
    t.like((await clean('fix_mismatches')).body, { fixed: 1 });
    t.is(await says(), 'Файл сайта есть');
    t.is(await readFile(file, 'utf8'), text);
    t.is((await ask()).status, 200);

    await writeFile(
      join(current, 'site-stray.conf'),
      text.replaceAll(venue.id, 't0000000000').replaceAll(venue.subdomain, 'stray'),
    );
    await platform.db('tenants').where({ id: venue.id }).update({ last_active_at: new Date() });
    t.is((await audited()).stats.orphaned_nginx, 1);
    t.like((await clean('orphaned_nginx')).body, { removed: 1 });
    t.is((await audited()).stats.orphaned_nginx, 0);
    t.false((await readdir(current)).includes('site-stray.conf'));
    t.is((await ask('stray.localhost')).status, 404);
    t.is((await ask()).status, 200, 'nothing else went');
    const { body } = await owner.call('GET', '/api/admin/tenants/quarantine?search=stray');
    t.is((await owner.call('POST', `/api/admin/tenants/quarantine/${body.quarantine[0].id}/restore`)).status, 200);
    t.is((await audited()).stats.orphaned_nginx, 1, 'as it was before');

    await owner.call('DELETE', `/api/admin/tenants/${venue.id}`);
    await until(
      async () => !(await readdir(current)).includes(`site-${venue.subdomain}.conf`),
      'the file goes with its venue',
    );
  },
);
