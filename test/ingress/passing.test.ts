import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import test from 'ava';
import { mayHave } from '../support/ingress/nginx.ts';
import { insertTenants, startBackend, startSites } from '../support/ingress/sites-ground.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const withNginx = mayHave('nginx') ? test : test.skip;
const HOST = 'ugol.bars.example';

withNginx(
  'an upload reaches the platform while it is sent, and an answer its reader while it is written',
  async (t) => {
    const { promise: reached, resolve } = Promise.withResolvers<{ req: IncomingMessage; res: ServerResponse }>();
    const backend = await startBackend(t, (req, res) => resolve({ req, res }));
    const { db, begin, places } = await startSites(t, { upstreams: [`127.0.0.1:${backend.port}`] });
    await insertTenants(db, ['ugol']);
    await begin();
    const headers = { host: HOST, 'content-length': String(200 * 1024 * 1024) };
    const sent = request({ host: '127.0.0.1', port: places.httpPort, method: 'POST', path: '/api/upload', headers });
    sent.on('error', () => undefined);
    sent.write('the beginning of 200 MB');
    const { req, res } = await reached;
    t.is(String((await once(req, 'data'))[0]), 'the beginning of 200 MB');
    res.write('an event');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    t.is(String((await once(answer, 'data'))[0]), 'an event');
    sent.destroy();
    const tooLong = { host: HOST, 'content-length': String(261 * 1024 * 1024) };
    const refused = request({ host: '127.0.0.1', port: places.httpPort, method: 'POST', path: '/', headers: tooLong });
    refused.on('error', () => undefined);
    refused.flushHeaders();
    const [refusal] = (await once(refused, 'response')) as [IncomingMessage];
    t.is(refusal.statusCode, 413);
    refused.destroy();
  },
);

withNginx('the platform is told who asks, by what address and over what, whatever a stranger claims', async (t) => {
  const backend = await startBackend(t, (req, res) => void res.end(JSON.stringify(req.headers)));
  const { db, begin, places } = await startSites(t, { upstreams: [`127.0.0.1:${backend.port}`] });
  await insertTenants(db, ['ugol']);
  await begin();
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
  const { text } = await rawRequest(places.httpPort, { path: '/', host: HOST, headers });
  t.like(JSON.parse(text), { host: HOST, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
});

withNginx('what a dead process surely has not done the next one does, and it is not asked each time', async (t) => {
  const asked: string[] = [];
  const dying = await startBackend(t, (req) => {
    asked.push(`${req.method}`);
    req.socket.destroy();
  });
  const living = await startBackend(t, (_req, res) => void res.end('done'));
  const upstreams = [dying, living].map(({ port }) => `127.0.0.1:${port}`);
  const { db, begin, places } = await startSites(t, { upstreams });
  await insertTenants(db, ['ugol']);
  await begin();
  const ask = (method: string) =>
    rawRequest(places.httpPort, { method, path: '/', host: HOST, body: method === 'GET' ? undefined : '{}' });

  for (let n = 0; n < 20; n += 1) t.like(await ask('GET'), { status: 200, text: 'done' });
  // each worker of nginx leaves the dying one out for a second, and asks it again then
  t.true(asked.length >= 1 && asked.length < 20, `asked ${asked.length} times`);
});

withNginx('what a process may have done is not sent to another', async (t) => {
  let done = 0;
  const dying = await startBackend(t, (req) => {
    done += 1;
    req.socket.destroy();
  });
  const upstreams = [`127.0.0.1:${dying.port}`, `127.0.0.1:${dying.port}`];
  const { db, begin, places } = await startSites(t, { upstreams });
  await insertTenants(db, ['ugol']);
  await begin();
  const { status } = await rawRequest(places.httpPort, { method: 'POST', path: '/', host: HOST, body: '{}' });
  t.deepEqual({ status, done }, { status: 502, done: 1 });
});
