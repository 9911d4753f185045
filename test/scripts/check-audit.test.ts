import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { allowanceMistakes, auditMistakes } from '../../scripts/check-audit.mjs';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../scripts/check-audit.mjs');

/** Runs the check against a registry of the test's own. */
async function check(t: ExecutionContext, registry: RequestListener, ...args: string[]) {
  const server = createServer(registry).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { npm_execpath, ...env } = process.env;
  const cache = await mkdtemp(join(tmpdir(), 'npm-cache-'));
  t.teardown(() => rm(cache, { recursive: true, force: true }));
  const { port } = server.address() as AddressInfo;
  const own = { ...env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache };
  return run(process.execPath, [script, ...args], { env: own }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }) => ({ code, stderr }),
  );
}

/** Answers the audit with these advisories, and tells of each package one version, as npm's registry does. */
const answering =
  (advisories: object, asked: string[] = []): RequestListener =>
  async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    res.setHeader('content-type', 'application/json');
    if (req.method === 'GET') {
      const name = decodeURIComponent(String(req.url).slice(1));
      return res.end(JSON.stringify({ name, versions: { '1.0.0': { name, version: '1.0.0' } } }));
    }
    const body = Buffer.concat(chunks);
    asked.push(req.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString());
    res.end(JSON.stringify(advisories));
  };

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Requests are smuggled',
  severity,
  vulnerable_versions: '<=99.0.0',
});

test('a severe advisory of what runs in production fails the check, and is named', async (t) => {
  const asked: string[] = [];
  const { code, stderr } = await check(t, answering({ express: [advisory('high')] }, asked));

  t.is(code, 1);
  t.regex(stderr, /express <=99\.0\.0: Requests are smuggled \(high, .*GHSA-aaaa-bbbb-cccc\)/);
  t.true(asked.some((body) => body.includes('"express"')));
  t.false(
    asked.some((body) => body.includes('"@biomejs/biome"')),
    'tools are not asked about',
  );
});

test('a registry that knows nothing severe passes', async (t) => {
  const { code, stderr } = await check(t, answering({ express: [advisory('moderate')] }));

  t.deepEqual([code, stderr], [0, '']);
});

test('a registry that answers no audits, or none in time, skips the check by name', async (t) => {
  const refusing = await check(t, (_req, res) => res.writeHead(405).end());
  const silent = await check(t, () => undefined, '1500');

  for (const { code, stderr } of [refusing, silent]) {
    t.is(code, 0, stderr);
    t.regex(stderr, /^check-audit: skipped, the registry answers no audits: /);
  }
});

test('an allowed advisory passes until its last day, and is to be removed when it is gone', (t) => {
  const via = [{ ...advisory('critical'), name: 'express', range: '<=99.0.0' }, 'another-package'];
  const report = { vulnerabilities: { express: { via } } };
  const allowed = [{ id: 'GHSA-aaaa-bbbb-cccc', reason: 'no release mends it', until: '2026-11-27' }];

  t.deepEqual(auditMistakes(report, allowed, '2026-11-27'), []);
  t.regex(auditMistakes(report, allowed, '2026-11-28').join(), /allowed until 2026-11-27 \(no release mends it\)/);
  t.regex(auditMistakes({ vulnerabilities: {} }, allowed, '2026-11-27').join(), /not reported any more/);
});

test('an allowance without a reason or a last day is a mistake by itself', (t) => {
  const whole = { id: 'GHSA-aaaa-bbbb-cccc', reason: 'no release mends it', until: '2026-11-27' };

  t.deepEqual(allowanceMistakes([whole]), []);
  for (const part of ['id', 'reason', 'until']) t.is(allowanceMistakes([{ ...whole, [part]: undefined }]).length, 1);
});
