import test from 'ava';
import { importCycles, roomCycles } from '../../scripts/check-cycles.mjs';

test('files that import each other are named, also where only types go round', (t) => {
  const sources = new Map([
    ['api/src/a.ts', "import type { B } from './rooms/b.ts';\nexport type A = B;"],
    ['api/src/rooms/b.ts', "import type { C } from '@ostatok/kit/node/c.ts';\nexport type B = C;"],
    ['kit/node/c.ts', "const load = () => import('../../api/src/a.ts');"],
    ['api/src/d.ts', "import { a } from './a.ts';\nimport pg from 'pg';"],
  ]);
  t.deepEqual(importCycles(sources), [['api/src/a.ts', 'api/src/rooms/b.ts', 'kit/node/c.ts']]);
});

test('files that only share what they import are no circle', (t) => {
  const sources = new Map([
    ['a.ts', "import { c } from './c.ts';"],
    ['b.ts', "import { a } from './a.ts';\nimport { c } from './c.ts';"],
    ['c.ts', 'export const c = 1;'],
  ]);
  t.deepEqual(importCycles(sources), []);
});

test('rooms that need each other are named, also in three steps and where no file imports itself', (t) => {
  const sources = new Map([
    ['api/src/mail/letters.ts', "import type { Bill } from '../billing/bill.ts';"],
    ['api/src/mail/mail.ts', 'export const mail = 1;'],
    ['api/src/billing/bill.ts', "import { plan } from '../plans/deep/plan.ts';"],
    ['api/src/plans/deep/plan.ts', "const load = () => import('../../mail/mail.ts');"],
    ['api/src/live/live.ts', "import { mail } from '../mail/mail.ts';\nimport { announce } from './announce.ts';"],
    ['api/src/live/announce.ts', 'export const announce = 1;'],
  ]);
  t.deepEqual(importCycles(sources), []);
  t.deepEqual(roomCycles(sources, ['api/src']), [['api/src/billing', 'api/src/mail', 'api/src/plans']]);
  t.deepEqual(roomCycles(sources, ['cli/src']), []);
});

test('what wires rooms is no room, nor is a folder of other sources', (t) => {
  const sources = new Map([
    ['api/src/mail/mail.ts', "import { env } from '../config.ts';\nimport { wire } from '../bootstrap/wire.ts';"],
    ['api/src/config.ts', "import { mail } from './mail/letters.ts';"],
    ['api/src/mail/letters.ts', "import { letter } from '../../contract/letter.ts';"],
    ['api/src/bootstrap/wire.ts', "import { mail } from '../mail/letters.ts';"],
    ['api/contract/letter.ts', "import { mail } from '../src/live/live.ts';"],
    ['api/src/live/live.ts', "import { mail } from '../mail/mail.ts';"],
  ]);
  t.deepEqual(roomCycles(sources, ['api/src']), []);
});
