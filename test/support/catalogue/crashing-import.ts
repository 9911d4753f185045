/** Commits an import of aliases and dies in the middle of it by SIGKILL. */

import { createActivity } from '@ostatok/api/src/activity/activity.service.ts';
import { createAliasImports } from '@ostatok/api/src/alias-imports/alias-imports.service.ts';
import { createCatalogue } from '@ostatok/api/src/catalogue/catalogue.service.ts';
import type { ImportedBatches } from '@ostatok/api/src/catalogue/imports.service.ts';
import { connect } from '@ostatok/kit/node/db.ts';

const [url = '', importId = '', actor = ''] = process.argv.slice(2);
const db = connect(url, { max: 2 });
const catalogue = createCatalogue({ db, activity: createActivity({ db }) });

async function* dying(batches: AsyncIterable<never[]> | Iterable<never[]>): AsyncGenerator<never[]> {
  let taken = 0;
  for await (const batch of batches) {
    taken += 1;
    if (taken === 3) process.kill(process.pid, 'SIGKILL');
    yield batch;
  }
}
const importBatches = (work: ImportedBatches) =>
  catalogue.importBatches({
    ...work,
    batches: (trx) => dying(work.batches(trx) as AsyncIterable<never[]>),
  });

await createAliasImports({ db, catalogue: { ...catalogue, importBatches } }).commit(importId, Number(actor));
