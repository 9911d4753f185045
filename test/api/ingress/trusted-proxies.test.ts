import type { IncomingMessage } from 'node:http';
import { ConfigError, loadConfig } from '@ostatok/kit/node/config.ts';
import test from 'ava';
import { platformEnvSchema } from '../../../api/src/config.ts';
import { parseTrustedProxies, visitorOf } from '../../../api/src/ingress/trusted-proxies.ts';
import { requestFrom } from '../../support/http/incoming.ts';

const asked = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  requestFrom(remoteAddress, { 'x-forwarded-for': forwarded });
const visitor = (trusted: string, peer: string, forwarded?: string): string =>
  visitorOf(asked(peer, forwarded), parseTrustedProxies(trusted) ?? (() => false));

const cases: [string, string, string | undefined, string][] = [
  ['loopback', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['loopback', '::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['loopback', '::1', '2001:db8::7', '2001:db8::7'],
  ['loopback', '127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['loopback', '192.0.2.9', '203.0.113.7', '192.0.2.9'],
  ['loopback', '127.0.0.1', undefined, '127.0.0.1'],
  ['loopback', '127.0.0.1', 'anything', '127.0.0.1'],
  ['loopback', '127.0.0.1', '203.0.113.7, 1', '127.0.0.1'],
  ['loopback', '127.0.0.1', '2001:db8::1.2.3.4', '127.0.0.1'],
  ['loopback', '127.0.0.1', '::1.2.3.4%eth0', '127.0.0.1'],
  ['10.0.0.0/8, 192.0.2.9', '10.1.2.3', '203.0.113.7, 192.0.2.9', '203.0.113.7'],
  ['10.0.0.0/8', '11.1.2.3', '203.0.113.7', '11.1.2.3'],
  ['fd00::/8', 'fd12::1', '203.0.113.7', '203.0.113.7'],
  ['2', '192.0.2.1', '198.51.100.1, 203.0.113.7, 192.0.2.2', '203.0.113.7'],
  ['0', '127.0.0.1', '203.0.113.7', '127.0.0.1'],
];
for (const [trusted, peer, forwarded, expected] of cases) {
  test(`TRUST_PROXY=${trusted}: ${peer} that says «${forwarded}» brings ${expected}`, (t) =>
    t.is(visitor(trusted, peer, forwarded), expected));
}

for (const wrong of ['yes', 'true', '10.0.0.0/33', '10.0.0.1;10.0.0.2', '-1', '99', '', 'loopback,']) {
  test(`TRUST_PROXY=«${wrong}» is refused in words`, (t) => {
    const error = t.throws(() => loadConfig(platformEnvSchema, { TRUST_PROXY: wrong || ' ' }), {
      instanceOf: ConfigError,
    });
    t.regex(error?.message ?? '', /TRUST_PROXY: loopback, адреса/);
  });
}
