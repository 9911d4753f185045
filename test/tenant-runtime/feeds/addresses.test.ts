import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { iikoAddress } from '../../../tenant-runtime/src/feeds/iiko-address.ts';
import { createOutgoing } from '../../../tenant-runtime/src/feeds/outgoing.ts';
import { startEgress } from '../../support/feeds/egress.ts';
import { startIiko } from '../../support/feeds/iiko-server.ts';
import { addIiko, startFed } from './venue.ts';

test('an address of the platform’s own network is not connected to, however it is written', async (t) => {
  const iiko = await startIiko(t);
  const venue = await startFed(t, {}, { allowPrivate: false });
  const { port } = new URL(iiko.url);
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0'];

  for (const host of hosts) {
    const { id } = await addIiko(venue, { ...iiko, url: `http://${host}:${port}` }, { name: host });
    const { body } = await venue.admin.post(`/api/feeds/${id}/check`);
    t.regex(body.feed.error, /внутренней сети не годятся/, host);
  }
  t.deepEqual(iiko.asked, []);
});

test('an answer that is too long is cut off, and a redirect is not followed', async (t) => {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url ?? '');
    if (req.url === '/redirect') res.writeHead(302, { location: '/long' }).end();
    else {
      const chunk = Buffer.alloc(2 ** 20, 'x');
      const more = (): void => {
        while (res.write(chunk));
        res.once('drain', more);
      };
      res.writeHead(200);
      more();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = createOutgoing(await startEgress(t));
  const rest = { timeoutMs: 20_000, signal: new AbortController().signal };

  t.is((await send({ url: new URL(`${root}/redirect`), ...rest })).status, 302);
  t.deepEqual(asked, ['/redirect']);
  await t.throwsAsync(send({ url: new URL(`${root}/long`), to: '/dev/null', ...rest }), { message: /больше 32 МБ/ });
});

test('an address is understood as people write it', (t) => {
  t.is(iikoAddress('bar.iiko.it'), 'https://bar.iiko.it');
  t.is(iikoAddress('https://bar.iiko.it:443/resto/'), 'https://bar.iiko.it/resto');
  t.is(iikoAddress('http://5.6.7.8:8080/resto/api/auth?login=x'), 'http://5.6.7.8:8080/resto');
  for (const wrong of ['', 'ftp://bar.iiko.it', 'https://admin:1@bar.iiko.it', 'file:///etc/passwd', 'https://']) {
    t.throws(() => iikoAddress(wrong), undefined, wrong);
  }
});
