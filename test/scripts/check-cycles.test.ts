import test from 'ava';
import { importCycles } from '../../scripts/check-cycles.mjs';

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
