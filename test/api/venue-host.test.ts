import test from 'ava';
import { isPublicTarget, subdomainOf } from '../../api/src/platform/venue-host.ts';
import { innerTargets } from '../support/http/inner-targets.ts';

const hosts: [string | undefined, string | undefined][] = [
  ['bar.bars.example', 'bar'],
  ['BAR.Bars.Example:3000', 'bar'],
  ['bar.bars.example.', 'bar'],
  ['a.bar.bars.example', 'a.bar'],
  ['bars.example', undefined],
  ['barsXexample', undefined],
  ['evil-bars.example', undefined],
  ['127.0.0.1:3000', undefined],
  [undefined, undefined],
];
for (const [host, expected] of hosts) {
  test(`Host ${host} names the venue ${expected}`, (t) => t.is(subdomainOf(host, 'bars.example'), expected));
}

for (const target of innerTargets) {
  test(`${target} is never passed on`, (t) => t.false(isPublicTarget(target)));
}
for (const target of [
  '/',
  '/api/items?next=/internal/stats',
  '/internals',
  '/internal-notes',
  '/scan/',
  '/api/internal',
  '/%D0%B1%D0%B0%D1%80',
]) {
  test(`${target} is passed on`, (t) => t.true(isPublicTarget(target)));
}
