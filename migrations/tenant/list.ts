import type { Migrations } from '@ostatok/kit/node/db.ts';
import * as stock from './001-stock.ts';
import * as bot from './010-bot.ts';
import * as imports from './020-imports.ts';

/** Every migration of a tenant's database, by the name it is remembered under. */
export const tenantMigrations: Migrations = {
  '001-stock': stock,
  '010-bot': bot,
  '020-imports': imports,
};
