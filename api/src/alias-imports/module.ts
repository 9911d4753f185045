import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { aliasImportsRoutes } from './alias-imports.routes.ts';
import { createAliasImports } from './alias-imports.service.ts';

interface AliasImportsDeps {
  db: Knex;
  catalogue: Catalogue;
  trustedClock: TrustedClock;
  now?: (() => Date) | undefined;
}

/** Imports of workbooks into the catalogue. */
export function createAliasImportsModule({ db, catalogue, trustedClock, now }: AliasImportsDeps) {
  const aliasImports = createAliasImports({ db, catalogue, now });
  return {
    services: { aliasImports },
    routes: [aliasImportsRoutes(aliasImports)],
    jobs: [
      {
        name: 'alias-imports',
        cron: '40 * * * *',
        async run() {
          if (await trustedClock.trusted()) await aliasImports.forget();
        },
      },
    ],
  };
}
