import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { ExecutionContext } from 'ava';
import { ownPort } from '../run/own-port.ts';
import { until } from '../run/until.ts';
import { makeCertificate } from './certificates.ts';
import { env, install } from './nginx.ts';

const A = 1;
const HEADER_BYTES = 12;

/** A name server that says of every name that it is this machine, but for those in `nowhere`. */
async function startNames(nowhere: Set<string>) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let length = question[at]; length; length = question[at]) {
      labels.push(question.subarray(at + 1, at + 1 + length).toString());
      at += 1 + length;
    }
    const type = question.readUInt16BE(at + 1);
    const isKnown = !nowhere.has(labels.join('.').toLowerCase());
    const answers = isKnown && type === A ? 1 : 0;
    const head = Buffer.alloc(HEADER_BYTES);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers, 6);
    const asked = question.subarray(HEADER_BYTES, at + 5);
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);
    socket.send(Buffer.concat(answers ? [head, asked, record] : [head, asked]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

function get(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request(url, { agent: false }, (answer) => void text(answer).then(resolve, reject));
  asked.once('error', reject);
  asked.end();
  return promise;
}

/** A real authority of our own, which looks for challenges at that port. This process trusts its address from then on. */
export async function startAuthority(t: ExecutionContext, httpPort: number) {
  await install('pebble');
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-pebble-'));
  const own = await makeCertificate(folder, ['localhost', '127.0.0.1']);
  setDefaultCACertificates([...getCACertificates('default'), await readFile(own.certificate, 'utf8')]);
  const nowhere = new Set<string>();
  const names = await startNames(nowhere);
  const [port, managementPort] = [await ownPort(), await ownPort()];
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: own.certificate,
    privateKey: own.key,
    httpPort,
    tlsPort: 9,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify({ pebble: config }));
  const child = spawn('pebble', ['-config', file, '-dnsserver', `127.0.0.1:${names.address().port}`], {
    env: { ...env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit');
  t.teardown(async () => {
    child.kill();
    await ended;
    names.close();
    await rm(folder, { recursive: true, force: true });
  });
  const directory = `https://localhost:${port}/dir`;
  await until(
    () =>
      get(directory).then(
        () => true,
        () => false,
      ),
    'the authority answers',
  );
  return {
    directory,
    nowhere,
    /** The certificate that the authority's own chain ends at. */
    root: () => get(`https://localhost:${managementPort}/roots/0`),
  };
}
