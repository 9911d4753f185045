import test from 'ava';
import { isRequest } from '../../../api/src/hosting/spawner-requests.ts';
import { MOST_VENUES } from '../../../api/src/hosting/users.ts';

const home = '/var/lib/ostatok';
const spec = {
  id: 't0123456789',
  number: 1,
  release: '0123456789ab',
  env: { TENANT_ID: 't0123456789' },
  secrets: { BOT_TOKEN: 'a secret' },
  limits: { memoryMb: 512, tasks: 64 },
};

const good: unknown[] = [
  { call: 1, launch: spec },
  { call: 2, launch: { ...spec, number: MOST_VENUES } },
  { call: 3, empty: `${home}/tenants/t0123456789` },
  { call: 4, empty: `${home}/quarantine/q-1/files` },
  { call: 5, endLeftOver: { id: 't0123456789', pid: 77 } },
  { call: 6, launchPostgres: 5432 },
  { call: 7, interruptPostgres: 77 },
  { venue: 1, kill: 'SIGTERM' },
];

const launches = [
  null,
  { ...spec, number: 0 },
  { ...spec, number: -1 },
  { ...spec, number: MOST_VENUES + 1 },
  { ...spec, number: '1' },
  { ...spec, number: 1.5 },
  { ...spec, release: '../../tmp/ab' },
  { ...spec, release: undefined },
  { ...spec, id: '../../etc' },
  { ...spec, id: 't/../../x' },
  { ...spec, id: '' },
  { ...spec, env: null },
  { ...spec, secrets: undefined },
  { ...spec, secrets: { A: 'x'.repeat(20_000) } },
  { ...spec, limits: undefined },
  { ...spec, limits: { memoryMb: 0, tasks: 64 } },
  { ...spec, limits: { memoryMb: 512, tasks: 'max' } },
  { ...spec, env: { 'A=B': 'x' } },
  { ...spec, env: { A: 1 } },
  { ...spec, env: { A: 'x'.repeat(20_000) } },
];

const folders = [
  '/',
  home,
  `${home}/tenants`,
  `${home}/secrets`,
  `${home}/tenants/..`,
  `${home}/tenants/t1/../../secrets`,
  `${home}/tenants/t1/tmp`,
  `${home}/quarantine/../secrets/files`,
  'tenants/t0123456789',
  '/etc',
  7,
];

const others: unknown[] = [
  null,
  'launch',
  {},
  { call: 1 },
  { call: 'x', launch: spec },
  { call: 1, launchPostgres: 0 },
  { call: 1, launchPostgres: 65_536 },
  { call: 1, interruptPostgres: -1 },
  { call: 1, interruptPostgres: '1; id' },
  { call: 1, endLeftOver: { id: 't1', pid: -1 } },
  { call: 1, endLeftOver: { id: 'x y', pid: 1 } },
  { venue: 1, kill: 'SIGSTOP' },
  { venue: 1, kill: 0 },
];

test('what the platform asks of root is done', (t) => {
  for (const request of good) t.true(isRequest(home, request), JSON.stringify(request));
});

test('what it never asks is refused: numbers out of range, paths outside its home, other words', (t) => {
  const bad = [
    ...launches.map((launch) => ({ call: 1, launch })),
    ...folders.map((empty) => ({ call: 1, empty })),
    ...others,
  ];

  for (const request of bad) t.false(isRequest(home, request), JSON.stringify(request));
});
