import { randomUUID } from 'node:crypto';
import { type AliasImportResult, type AliasInput, toGtin13 } from '@ostatok/api/contract/catalogue.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../overview/activity.service.ts';
import { fieldsOf, merged, sameFields } from './alias-row.ts';
import { findAliases, tidyCatalogue } from './aliases.queries.ts';
import { listImportRevisions, type RevisionRow } from './revisions.queries.ts';
import type { Cause, Change, Writer } from './writer.ts';

const BATCH = 5000;
/** After so many changed rows lists would be slow until PostgreSQL tidies up by itself. */
const TIDIED = 5000;

function* batchesOf<T>(rows: T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

/** One row a code; of several with one code the last says what is not left out. */
function oncePerCode(rows: AliasInput[]): [string, AliasInput][] {
  const byCode = new Map<string, AliasInput>();
  for (const row of rows) {
    const ean = toGtin13(row.ean) ?? row.ean;
    byCode.set(ean, { ...byCode.get(ean), ...row, ean });
  }
  return [...byCode];
}

/** Many aliases at once, all of them or none. */
export function createImports({ db, writer, activity }: { db: Knex; writer: Writer; activity: Activity }) {
  async function put(trx: Knex.Transaction, batch: [string, AliasInput][], cause: Cause) {
    const rows = await findAliases(
      trx,
      'ean',
      batch.map(([ean]) => ean),
    );
    const known = new Map(rows.map((row) => [row.ean, row]));
    const changes = batch.flatMap(([ean, input]): Change[] => {
      const before = known.get(ean);
      const after = merged(before && fieldsOf(before), input);
      return before && sameFields(fieldsOf(before), after) ? [] : [{ before, after }];
    });
    await writer.write(trx, changes, cause);
    const created = changes.filter(({ before }) => !before).length;
    return { created, updated: changes.length - created, unchanged: batch.length - changes.length };
  }

  /** Back to what was before; an alias that somebody has changed since stays as it is. */
  async function takeBack(trx: Knex.Transaction, batch: RevisionRow[], cause: Cause): Promise<number> {
    const rows = await findAliases(
      trx,
      'id',
      batch.map(({ alias_id }) => alias_id),
    );
    const present = new Map(rows.map((row) => [row.id, row]));
    const changes = batch.flatMap(({ alias_id, revision, before }): Change[] => {
      const now = present.get(alias_id);
      return now?.revision === revision ? [{ before: now, after: before ?? undefined }] : [];
    });
    await writer.write(trx, changes, cause);
    return changes.length;
  }

  return {
    /** Creates what is not there by its code, changes what is; a field that is not given stays. Rows are valid already. */
    async importRows(rows: AliasInput[], actor: number | null): Promise<AliasImportResult> {
      const done = await writer.alone(async (trx) => {
        const importId = randomUUID();
        const result = { importId, created: 0, updated: 0, unchanged: 0 };
        for (const batch of batchesOf(oncePerCode(rows))) {
          const done = await put(trx, batch, { action: 'imported', actorId: actor, importId });
          for (const key of ['created', 'updated', 'unchanged'] as const) result[key] += done[key];
        }
        await activity.record(trx, {
          actorId: actor,
          action: 'alias.imported',
          description: `Загружены алиасы: добавлено ${result.created}, изменено ${result.updated}`,
          target: 'alias',
        });
        return result;
      });
      if (done.created + done.updated > TIDIED) await tidyCatalogue(db);
      return done;
    },

    /** `kept`: changed since by somebody, and so left alone. 409 `already_undone` the second time. */
    undoImport: (importId: string, actor: number | null): Promise<{ undone: number; kept: number }> =>
      writer.alone(async (trx) => {
        const revisions = await listImportRevisions(trx, importId);
        if (revisions.length === 0) throw new NotFound('Такой загрузки нет', 'import_not_found');
        if (revisions.some(({ action }) => action === 'reverted'))
          throw new Conflict('already_undone', 'Эта загрузка уже отменена');
        let undone = 0;
        for (const batch of batchesOf(revisions))
          undone += await takeBack(trx, batch, { action: 'reverted', actorId: actor, importId });
        await activity.record(trx, {
          actorId: actor,
          action: 'alias.import_undone',
          description: `Загрузка алиасов отменена: возвращено ${undone} из ${revisions.length}`,
          target: 'alias',
        });
        return { undone, kept: revisions.length - undone };
      }),
  };
}
