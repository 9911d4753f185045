import { randomUUID } from 'node:crypto';
import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasImportResult, AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { fullOverEmpty } from '@ostatok/kit/contract/alias.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import { fieldsOf, merged, sameFields } from './alias-row.ts';
import { findAliases, tidyCatalogue } from './aliases.queries.ts';
import { countOfImport, type ImportedChange, importedChanges } from './revisions.queries.ts';
import type { Cause, Change, Writer } from './writer.ts';

const BATCH = 5000;
/** After so many changes the tables are vacuumed at once: lists would be slow until autovacuum runs. */
const TIDIED = 5000;

function* batchesOf<T>(rows: T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

/** Merges rows with the same code: a later row overrides the fields that it gives. */
function oncePerCode(rows: AliasInput[]): AliasInput[] {
  const byCode = new Map<string, AliasInput>();
  for (const row of rows) {
    const ean = toGtin13(row.ean) ?? row.ean;
    byCode.set(ean, { ...byCode.get(ean), ...row, ean });
  }
  return [...byCode.values()];
}

/** A code and the fields given for it. */
export type GivenAlias = Partial<AliasInput> & Pick<AliasInput, 'ean'>;

export interface ImportedBatches {
  importId: string;
  actor: number | null;
  /** Each code occurs at most once in all batches. */
  batches: (trx: Knex.Transaction) => AsyncIterable<GivenAlias[]> | Iterable<GivenAlias[]>;
  /** When true, one row that cannot be imported fails the whole import. */
  strict?: boolean;
  /** The source's name in the activity. */
  source?: string;
  /** Runs in the same transaction after everything is written. */
  written?: (trx: Knex.Transaction, done: ImportDone) => Promise<unknown>;
}

export interface ImportDone extends AliasImportResult {
  /** Rows that were left out. */
  skipped: number;
}

/** Why the alias cannot be written; undefined when it can. */
export function refusalOf(after: AliasFields): { field: keyof AliasFields; message: string } | undefined {
  if (after.description === '') return { field: 'description', message: 'Нового алиаса без названия не бывает' };
  if (!fullOverEmpty(after)) return { field: 'weight_full_g', message: 'Полная бутылка тяжелее пустой' };
  return undefined;
}

interface ImportsDeps {
  db: Knex;
  writer: Writer;
  activity: Activity;
}

/** The state of each alias before and after; a field that is not given keeps its value. */
async function laidOver(reader: Knex, given: GivenAlias[]): Promise<(Change & { after: AliasFields })[]> {
  const rows = await findAliases(
    reader,
    'ean',
    given.map(({ ean }) => ean),
  );
  const known = new Map(rows.map((row) => [row.ean, row]));
  return given.map((input) => {
    const before = known.get(input.ean);
    return { before, after: merged(before && fieldsOf(before), input) };
  });
}

async function put({ writer }: ImportsDeps, trx: Knex.Transaction, batch: GivenAlias[], cause: Cause, strict: boolean) {
  const all = await laidOver(trx, batch);
  const fit = strict ? all : all.filter(({ after }) => !refusalOf(after));
  const changes = fit.filter(({ before, after }) => !before || !sameFields(fieldsOf(before), after));
  await writer.write(trx, changes, cause);
  const created = changes.filter(({ before }) => !before).length;
  return {
    created,
    updated: changes.length - created,
    unchanged: fit.length - changes.length,
    skipped: all.length - fit.length,
  };
}

/** Restores the earlier states; an alias that was changed since stays as it is. */
async function takeBack(
  { writer }: ImportsDeps,
  trx: Knex.Transaction,
  batch: ImportedChange[],
  cause: Cause,
): Promise<number> {
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

/** Runs the work under the write lock; after much of it the tables are vacuumed, so that lists are as fast as before. */
async function inBulk<T>(
  { writer, db }: ImportsDeps,
  work: (trx: Knex.Transaction) => Promise<{ done: T; changed: number }>,
): Promise<T> {
  const { done, changed } = await writer.alone(work);
  if (changed > TIDIED) await tidyCatalogue(db);
  return done;
}

/** Creates or updates aliases by their codes. `skipped` counts rows that do not fit the present catalogue. */
const importBatches = (
  deps: ImportsDeps,
  { importId, actor, batches, strict = false, source, written }: ImportedBatches,
) =>
  inBulk(deps, async (trx) => {
    const result: ImportDone = { importId, created: 0, updated: 0, unchanged: 0, skipped: 0 };
    for await (const batch of batches(trx)) {
      const done = await put(deps, trx, batch, { action: 'imported', actorId: actor, importId }, strict);
      for (const key of ['created', 'updated', 'unchanged', 'skipped'] as const) result[key] += done[key];
    }
    await written?.(trx, result);
    await deps.activity.record(trx, {
      actorId: actor,
      action: 'alias.imported',
      description: `Загружены алиасы${source ? ` из ${source}` : ''}: добавлено ${result.created}, изменено ${result.updated}`,
      target: 'alias',
      undo: { import_id: importId },
    });
    return { done: result, changed: result.created + result.updated };
  });

/** Returns what each of these would change. */
async function preview(
  { db }: ImportsDeps,
  given: GivenAlias[],
): Promise<{ before: AliasFields | undefined; after: AliasFields }[]> {
  const changes = await laidOver(db, given);
  return changes.map(({ before, after }) => ({ before: before && fieldsOf(before), after }));
}

/** The rows are already validated. */
async function importRows(deps: ImportsDeps, rows: AliasInput[], actor: number | null): Promise<AliasImportResult> {
  const batches = () => batchesOf(oncePerCode(rows));
  const { skipped: _, ...done } = await importBatches(deps, { importId: randomUUID(), actor, batches, strict: true });
  return done;
}

/**
 * `kept` counts aliases that were changed since and left alone. A second call throws Conflict `already_undone`.
 * `written` runs in the same transaction after everything is undone. `undoes` is the activity entry that this
 * undoes.
 */
const undoImport = (
  deps: ImportsDeps,
  importId: string,
  actor: number | null,
  written?: (trx: Knex.Transaction) => Promise<unknown>,
  undoes?: number,
): Promise<{ undone: number; kept: number }> =>
  inBulk(deps, async (trx) => {
    const { made, takenBack } = await countOfImport(trx, importId);
    if (made === 0) throw new NotFound('Такой загрузки нет', 'import_not_found');
    if (takenBack > 0) throw new Conflict('already_undone', 'Эта загрузка уже отменена');
    let undone = 0;
    for await (const batch of importedChanges(trx, importId, BATCH))
      undone += await takeBack(deps, trx, batch, { action: 'reverted', actorId: actor, importId });
    await written?.(trx);
    await deps.activity.record(trx, {
      actorId: actor,
      action: 'alias.import_undone',
      description: `Загрузка алиасов отменена: возвращено ${undone} из ${made}`,
      target: 'alias',
      undo: { import_id: importId },
      takesBack: undoes ?? true,
    });
    return { done: { undone, kept: made - undone }, changed: undone };
  });

/** Imports many aliases, all of them or none. */
export function createImports(deps: ImportsDeps) {
  return {
    foresee: (given: GivenAlias[]) => preview(deps, given),

    importBatches: (input: ImportedBatches) => importBatches(deps, input),

    importRows: (rows: AliasInput[], actor: number | null) => importRows(deps, rows, actor),

    undoImport: (
      importId: string,
      actor: number | null,
      written?: (trx: Knex.Transaction) => Promise<unknown>,
      undoes?: number,
    ) => undoImport(deps, importId, actor, written, undoes),
  };
}
