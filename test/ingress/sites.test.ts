import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { makeCertificate } from '../support/ingress/certificates.ts';
import { mayHave } from '../support/ingress/nginx.ts';
import { insertTenants, MARK, startBackend, startSites } from '../support/ingress/sites-ground.ts';
import { ownPort } from '../support/run/own-port.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const withNginx = mayHave('nginx') ? test : test.skip;

withNginx('a venue’s file comes with its row and goes with it, and the address answers accordingly', async (t) => {
  const backend = await startBackend(t, (req, res) => void res.end(`${req.headers.host}`));
  const { db, begin, files, read, sites, places } = await startSites(t, { upstreams: [`127.0.0.1:${backend.port}`] });
  const [id] = await insertTenants(db, ['ugol']);
  await begin();
  const ask = (host: string) => rawRequest(places.httpPort, { path: '/', host });

  t.deepEqual(await files(), ['site-ugol.conf']);
  t.is((await read('site-ugol.conf')).split('\n')[0], `# ${MARK} ${id}`);
  t.like(await ask('ugol.bars.example'), { status: 200, text: 'ugol.bars.example' });
  t.like(await ask('bars.example'), { status: 200, text: 'bars.example' });
  t.like(await ask('fonar.bars.example'), { status: 404, text: 'Такого заведения нет. Проверьте адрес' });
  await t.throwsAsync(ask('elsewhere.example'), { message: /hang up|ECONNRESET/ }, 'a foreign name is not answered');

  await insertTenants(db, ['fonar']);
  await sites.sync();
  t.like(await ask('fonar.bars.example'), { status: 200 });

  await db('tenants').where({ id }).update({ status: 'suspended' });
  await sites.sync();
  t.like(await ask('ugol.bars.example'), { status: 200 }, 'the platform itself says that a venue is suspended');
  await db('tenants').where({ id }).update({ status: 'deleted', deleted_at: new Date() });
  await sites.sync();
  t.deepEqual(await files(), ['site-fonar.conf']);
  t.like(await ask('ugol.bars.example'), { status: 404 });
});

withNginx('what nginx would not take never reaches it, and is reported until it is mended', async (t) => {
  const backend = await startBackend(t, (_req, res) => void res.end('yes'));
  const { db, begin, files, sites, places, folder } = await startSites(t, { upstreams: [`127.0.0.1:${backend.port}`] });
  await insertTenants(db, ['ugol']);
  await begin();
  const problems = () => db('site_problems').pluck('problem');
  t.deepEqual(await problems(), []);

  const generations = await readdir(join(folder, 'generations'));
  const broken = join(folder, 'own', 'mine.conf');
  await writeFile(broken, 'server { listen nowhere at all; }\n');
  await insertTenants(db, ['fonar']);
  await t.throwsAsync(sites.sync(), { message: /mine\.conf/ });
  t.regex((await problems())[0], /mine\.conf/);
  t.deepEqual(await files(), ['site-ugol.conf'], 'the last good files are in place');
  t.is((await rawRequest(places.httpPort, { path: '/', host: 'ugol.bars.example' })).text, 'yes');
  t.deepEqual(await readdir(join(folder, 'generations')), generations, 'the failed generation is gone');

  await rm(broken);
  await sites.sync();
  t.deepEqual(await problems(), []);
  t.deepEqual(await files(), ['site-fonar.conf', 'site-ugol.conf']);
});

withNginx('many changes at once are one reload, and an open socket outlives it', async (t) => {
  const backend = await startBackend(t, (_req, res) => void res.end('yes'));
  backend.on('upgrade', (_req, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.pipe(socket);
    socket.on('error', () => undefined);
  });
  const { db, begin, nginx, sites, places } = await startSites(t, { upstreams: [`127.0.0.1:${backend.port}`] });
  await insertTenants(db, ['ugol']);
  await begin();
  const socket = connect(places.httpPort, '127.0.0.1');
  socket.write('GET /s HTTP/1.1\r\nHost: ugol.bars.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [head] = await once(socket, 'data');
  t.regex(String(head), /^HTTP\/1\.1 101 /);
  const before = (await nginx.serves()) ?? 0;

  const names = Array.from({ length: 20 }, (_, n) => `bar-${n}`);
  await Promise.all(
    names.map(async (name) => {
      await insertTenants(db, [name]);
      await sites.sync();
    }),
  );

  const reloads = ((await nginx.serves()) ?? 0) - before;
  t.true(reloads >= 1 && reloads < names.length, `${reloads} reloads for 20 venues`);
  for (const name of names)
    t.is((await rawRequest(places.httpPort, { path: '/', host: `${name}.bars.example` })).status, 200);
  socket.write('still here');
  t.is(String((await once(socket, 'data'))[0]), 'still here');
  socket.destroy();
});

withNginx(
  'a file of nobody’s row stays and is listed; one that is not ours is neither listed nor replaced',
  async (t) => {
    const { db, begin, files, sites, folder } = await startSites(t);
    await insertTenants(db, ['ugol']);
    await begin();
    const current = join(folder, 'current');
    const text = await readFile(join(current, 'site-ugol.conf'), 'utf8');
    const orphan = text.replace(/ t\w+\n/, ' t0000000000\n').replaceAll('ugol', 'stray');
    await writeFile(join(current, 'site-stray.conf'), orphan);
    await writeFile(
      join(current, 'site-theirs.conf'),
      orphan.replace(MARK, 'ostatok:other').replaceAll('stray', 'theirs'),
    );
    await insertTenants(db, ['fonar']);
    await sites.sync();
    t.deepEqual(await files(), ['site-fonar.conf', 'site-stray.conf', 'site-theirs.conf', 'site-ugol.conf']);
    t.deepEqual((await sites.sites()).sort(), ['fonar', 'stray', 'ugol']);

    await sites.setAside('stray', 'quarantine_stray_20260801');
    await sites.setAside('theirs', 'quarantine_theirs_20260801');
    t.deepEqual((await sites.sites()).sort(), ['fonar', 'ugol']);
    t.deepEqual(await files(), ['site-fonar.conf', 'site-theirs.conf', 'site-ugol.conf']);
    await sites.putBack('stray', 'quarantine_stray_20260801');
    t.deepEqual((await sites.sites()).sort(), ['fonar', 'stray', 'ugol']);
    t.is(await readFile(join(current, 'site-stray.conf'), 'utf8'), orphan);
    await sites.setAside('stray', 'quarantine_stray_20260801');
    await sites.dropAside('quarantine_stray_20260801');
    t.deepEqual(await readdir(join(folder, 'aside')), []);

    await insertTenants(db, ['theirs']);
    await t.throwsAsync(sites.sync(), { message: /site-theirs\.conf.*кто-то другой/ });
    await rm(join(current, 'site-theirs.conf'));
    await sites.sync();
    t.deepEqual((await sites.sites()).sort(), ['fonar', 'theirs', 'ugol']);
  },
);

withNginx(
  'under a wildcard certificate venues answer by https, plain requests are sent there, and a renewed one is taken',
  async (t) => {
    const backend = await startBackend(t, (req, res) => void res.end(`${req.headers['x-forwarded-proto']}`));
    const given = { upstreams: [`127.0.0.1:${backend.port}`] };
    const ground = await startSites(t, given);
    const { db, places, folder } = ground;
    const certificate = await makeCertificate(join(folder, '../tls'), ['bars.example', '*.bars.example']);
    const sites = ground.make({ certificate });
    await insertTenants(db, ['ugol']);
    await ground.begin();
    await sites.sync();

    const plain = await rawRequest(places.httpPort, { path: '/panel?a=1', host: 'ugol.bars.example' });
    t.like(plain, { status: 308 });
    t.is(plain.headers.location, `https://ugol.bars.example:${places.httpsPort}/panel?a=1`);
    t.like(await ground.askSecurely('ugol.bars.example'), { text: 'https', subject: 'CN=bars.example' });
    t.like(await ground.askSecurely('bars.example'), { text: 'https' });

    const before = await ground.askSecurely('ugol.bars.example');
    await makeCertificate(join(folder, '../tls'), ['bars.example', '*.bars.example']);
    await sites.sync();
    const after = await ground.askSecurely('ugol.bars.example');
    t.not(after.serial, before.serial);

    await writeFile(certificate.key, 'no key');
    await t.throwsAsync(sites.sync(), { message: /это не сертификат и его ключ/ });
    t.is((await ground.askSecurely('ugol.bars.example')).serial, after.serial);
  },
);

withNginx('nginx that listens at an earlier port takes the new one', async (t) => {
  const backend = await startBackend(t, (_req, res) => void res.end('yes'));
  const { db, begin, make, places } = await startSites(t, { upstreams: [`127.0.0.1:${backend.port}`] });
  await insertTenants(db, ['ugol']);
  await begin();
  const httpPort = await ownPort();
  await make({ httpPort }).sync();
  t.is((await rawRequest(httpPort, { path: '/', host: 'ugol.bars.example' })).text, 'yes');
  await t.throwsAsync(rawRequest(places.httpPort, { path: '/', host: 'ugol.bars.example' }));
});
