import test from 'ava';
import { layerMistakes } from '../../scripts/check-layers.mjs';

const rules: [what: string, file: string, source: string][] = [
  ['a service that imports Knex', 'api/src/plans/plans.service.ts', "import knex from 'knex';"],
  ['a clock that imports Express', 'api/src/platform/clock.ts', "import { Router } from 'express';"],
  ['a service that calls Knex', 'api/src/plans/plans.service.ts', "const rows = await db('plans').select();"],
  ['a service that sends SQL', 'tenant-runtime/src/items/items.service.ts', 'await trx.raw(`select 1`);'],
  [
    "a service that imports another slice's queries",
    'api/src/plans/plans.service.ts',
    "import {\n  findUser,\n} from '../account/users.queries.ts';",
  ],
  [
    "a room within a slice that imports another slice's queries",
    'api/src/cleanup/actions/venues.ts',
    "import { findUser } from '../../account/users.queries.ts';",
  ],
  [
    'a lock without a name',
    'api/src/plans/plans.queries.ts',
    'await trx.raw(`select pg_try_advisory_xact_lock(7321, ?)`, [id]);',
  ],
  ['a route that imports queries', 'api/src/plans/plans.routes.ts', "import { all } from './plans.queries.ts';"],
  ['a body that is not parsed', 'api/src/plans/plans.routes.ts', 'const input = req.body;'],
  ['a body handed on', 'api/src/plans/plans.routes.ts', 'await plans.create(req.body);'],
  ['JSON read by Express itself', 'api/src/bootstrap/http-app.ts', "app.use(express.json({ limit: '1mb' }));"],
  [
    "Express's reader of JSON imported alone",
    'api/src/bootstrap/http-app.ts',
    "import express, { json, Router } from 'express';",
  ],
  [
    'a room that imports a feature',
    'tenant-runtime/panel/stock/sound.ts',
    "import { a } from '../features/stock/a.ts';",
  ],
  ['a feature loaded by a room', 'tenant-runtime/panel/stock/sound.ts', "await import('../features/stock/a.ts');"],
  ['a look that imports a room', 'tenant-runtime/scanner/ui/Page.tsx', "import { api } from '../client/api.ts';"],
  [
    'a feature that imports another one',
    'tenant-runtime/scanner/features/find/Row.tsx',
    "import { useAmount } from '../item/use-amount.ts';",
  ],
  [
    'a feature of the owners that imports another one',
    'owner-ui/src/features/plans/PlansPage.tsx',
    "import { Steps } from '../wizard/Steps.tsx';",
  ],
  ['what owners share importing the look', 'owner-ui/src/lib/api.ts', "import { Page } from '../ui/Page.tsx';"],
  ['a feature that imports the app', 'tenant-runtime/panel/features/a/A.tsx', "import { B } from '../../app/B.tsx';"],
];
const allowed: [what: string, file: string, source: string][] = [
  ['queries call Knex', 'api/src/plans/plans.queries.ts', "import knex from 'knex';\nconst all = db<Plan>('plans');"],
  ['a type of Knex', 'api/src/plans/plans.service.ts', "import type { Knex } from 'knex';"],
  ["a slice's own queries", 'api/src/cleanup/actions/venues.ts', "import { all } from '../venues.queries.ts';"],
  [
    'queries shared beside the slices',
    'api/src/plans/plans.queries.ts',
    "import { page } from '../user-listing.queries.ts';",
  ],
  [
    'what wires the slices',
    'api/src/bootstrap/upkeep-modules.ts',
    "import { all } from './backups/backups.queries.ts';",
  ],
  ['a parsed body', 'api/src/plans/plans.routes.ts', 'const input = parse(planSchema, req.body);'],
  [
    'JSON read by jsonBody',
    'api/src/bootstrap/http-app.ts',
    "import express from 'express';\napp.use(jsonBody('1mb'));\nres.json({});",
  ],
  [
    'what a feature takes from itself, a room and the look',
    'tenant-runtime/panel/features/stock/card/Card.tsx',
    "import { a } from '../a.ts';\nimport { b } from '../../../stock/b.ts';\nimport { c } from '../../../ui/c.tsx';",
  ],
  [
    'rooms that use each other',
    'tenant-runtime/panel/reports/use-report.ts',
    "import { api } from '../client/api.ts';",
  ],
  ['the registry of locks', 'tenant-runtime/src/locks-sql.ts', 'const LOCK = `select pg_advisory_xact_lock(7)`;'],
  ['a body of which nothing is known', 'api/src/plans/plans.routes.ts', 'const body: unknown = req.body;'],
];

for (const [what, file, source] of rules) {
  test(`the check of layers names ${what}`, (t) => {
    t.regex(layerMistakes(file, source).join('\n'), new RegExp(`^${file}:1: \\S.+$`));
  });
}
for (const [what, file, source] of allowed) {
  test(`the check of layers leaves alone: ${what}`, (t) => {
    t.deepEqual(layerMistakes(file, source), []);
  });
}
