import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import test from 'ava';

const networks: [string | undefined, string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['1', 'unknown'],
  ['bar.example', 'unknown'],
  [undefined, 'unknown'],
];
for (const [address, network] of networks) {
  test(`attempts from ${address} are counted by ${network}`, (t) => t.is(networkOf(address), network));
}

for (const [address, site] of [
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8:2::1', '2001:db8:2::/48'],
  ['203.0.113.7', undefined],
  ['::ffff:203.0.113.7', undefined],
  ['bar.example', undefined],
]) {
  test(`all that the visitor from ${address} may hold is ${site}`, (t) => t.is(siteOf(address), site));
}
