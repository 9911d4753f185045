/** Commits an import of aliases and dies in the middle of it by SIGKILL. */

import { createActivity } from '@ostatok/api/src/activity/activity.service.ts';
import { createAliasImports } from '@ostatok/api/src/alias-imports/alias-imports.service.ts';
import { createCatalogue } from '@ostatok/api/src/catalogue/catalogue.service.ts';
import type { ImportedRows } from '@ostatok/api/src/catalogue/imports.service.ts';
import { connect } from '@ostatok/kit/node/db.ts';

const [url = '', importId = '', actor = ''] = process.argv.slice(2);
const db = connect(url, { max: 2 });
const catalogue = createCatalogue({ db, activity: createActivity({ db }) });

/** Everything is written, but for the end of the transaction. */
const importAliases = (work: ImportedRows) =>
  catalogue.importAliases({
    ...work,
    written: async () => {
      process.kill(process.pid, 'SIGKILL');
    },
  });

await createAliasImports({ db, catalogue: { ...catalogue, importAliases } }).commit(importId, Number(actor));
