import { randomUUID } from 'node:crypto';
import type { AliasImportField } from '@ostatok/api/contract/alias-imports.ts';
import type { AliasState } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasImportResult, AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import { fieldsOf } from './alias-row.ts';
import { findAliases, tidyCatalogue } from './aliases.queries.ts';
import { givenRowText } from './given-row.ts';
import { applyChanges, compareWithBefore } from './import-changes.queries.ts';
import {
  compareRows,
  countChanges,
  countFurther,
  firstCompared,
  type GivenTexts,
  type RefusedRow,
  readBeforeUpdate,
  refusals,
  refusedRows,
  someStaged,
  stageRows,
} from './import-rows.queries.ts';
import { type LaterList, laterList } from './later-list.queries.ts';
import { nameWordsOf } from './names.queries.ts';
import { aliasesOf } from './products.ts';
import { countOfImport } from './revisions.queries.ts';
import type { Writer } from './writer.ts';

/** Small enough for other requests to be answered between two batches. */
const BATCH = 1000;
const COMPARED_WORDS = 200;
/** After so many changes the tables are vacuumed at once: lists would be slow until autovacuum runs. */
const TIDIED = 5000;

/** Merges rows with the same code: a later row overrides the fields that it gives. */
function oncePerCode(rows: AliasInput[]): AliasInput[] {
  const byCode = new Map<string, AliasInput>();
  for (const row of rows) {
    const ean = toGtin13(row.ean) ?? row.ean;
    byCode.set(ean, { ...byCode.get(ean), ...row, ean });
  }
  return [...byCode.values()];
}

function* textsOf(rows: AliasInput[]): Generator<string> {
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    yield batch.map((row, index) => givenRowText(from + index, row)).join('');
  }
}

/** A row that is left out, and the reason. */
export interface RefusedAlias {
  row: number;
  field: AliasImportField;
  message: string;
}
export type RefusedAliases = AsyncIterable<RefusedAlias[]>;

export interface ImportedRows {
  importId: string;
  actor: number | null;
  rows: GivenTexts;
  /** When true, one row that cannot be imported fails the whole import. */
  strict?: boolean;
  /** The source's name in the activity. */
  source?: string;
  /** The imports of the same source before this one. */
  earlier?: ((trx: Knex.Transaction) => Promise<string[]>) | undefined;
  /** Runs under the catalogue's lock before anything is written; it may throw. */
  check?: (trx: Knex.Transaction) => Promise<unknown>;
  /** Runs in the same transaction after everything is written. */
  written?: (trx: Knex.Transaction, done: ImportDone) => Promise<unknown>;
}

export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows that were left out. */
  skipped: number;
}
export type ImportDone = AliasImportResult & ImportCounts;

/** What an import would do. */
export interface Foreseen {
  counts: ImportCounts;
  /** The first rows that can be imported. */
  sample: { row: number; before: AliasState | undefined; after: AliasState }[];
  /** How many of the rows are further codes of products. */
  further: number;
  /** How the list differs from the earlier ones of its source, if there are any. */
  later: LaterList | null;
  /** To be read before the transaction ends. */
  refused: RefusedAliases;
}

interface ImportsDeps {
  db: Knex;
  writer: Writer;
  activity: Activity;
  now: () => Date;
}

const messages = {
  removed: { field: 'ean', message: 'Этот алиас удалили: список его не вернёт' },
  nameless: { field: 'description', message: 'Нового алиаса без названия не бывает' },
  light: { field: 'weight_full_g', message: 'Полная бутылка тяжелее пустой' },
  unpacked: {
    field: 'pack',
    message: 'В упаковке больше одной бутылки только у ещё одного кода товара. Назовите основной код',
  },
  no_product: { field: 'product_ean', message: 'Основного кода CODE нет ни в каталоге, ни в файле' },
  chained: { field: 'product_ean', message: 'CODE — не основной код, а ещё один код другого товара' },
  has_codes: { field: 'product_ean', message: 'У этого кода есть свои коды товара. Сначала отделите их' },
} as const;

function refusalOf({ row, action, replaced_by, product_ean }: RefusedRow): RefusedAlias {
  if (action !== 'replaced') {
    const { field, message } = messages[action];
    return { row, field, message: message.replace('CODE', product_ean ?? '') };
  }
  return { row, field: 'ean', message: `Тот же штрихкод есть в строке ${replaced_by}: взята она` };
}

async function* refusedAliases(trx: Knex.Transaction): RefusedAliases {
  for await (const rows of refusedRows(trx, BATCH)) yield rows.map(refusalOf);
}

/** Compares the staged rows with the catalogue. */
async function compared(trx: Knex.Transaction, isToBeWritten: boolean, earlier: string[]) {
  await compareRows(trx, isToBeWritten, earlier);
  const found = await countChanges(trx);
  const { create: created, update: updated, unchanged } = found;
  const skipped = refusals.reduce((sum, refusal) => sum + found[refusal], 0);
  return { found, counts: { created, updated, unchanged, skipped } };
}

async function sampleOf(trx: Knex.Transaction, limit: number): Promise<Foreseen['sample']> {
  const rows = await firstCompared(trx, limit);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const known = new Map((await aliasesOf(trx, await findAliases(trx, 'id', ids))).map((alias) => [alias.id, alias]));
  return rows.map(({ product_ean, ...row }) => ({
    row: row.row,
    before: row.id === null ? undefined : known.get(row.id),
    after: { ...fieldsOf(row), product_ean },
  }));
}

async function foresee(
  trx: Knex.Transaction,
  rows: GivenTexts,
  limit: number,
  earlier: string[] = [],
): Promise<Foreseen> {
  await stageRows(trx, rows);
  const { counts } = await compared(trx, false, earlier);
  const later = earlier.length > 0 ? await laterList(trx, limit) : null;
  return {
    counts,
    sample: await sampleOf(trx, limit),
    further: await countFurther(trx),
    later,
    refused: refusedAliases(trx),
  };
}

async function refuseAny(refused: RefusedAliases): Promise<void> {
  for await (const [first] of refused)
    if (first) throw new InvalidInput(first.message, { [first.field]: first.message });
}

/** Rows that another release has read, which compares names otherwise, would not be found. */
async function refuseOtherWords(trx: Knex.Transaction): Promise<void> {
  const rows = await someStaged(trx, COMPARED_WORDS);
  if (rows.some((row) => nameWordsOf(row).join(' ') !== row.words.join(' '))) throw readBeforeUpdate();
}

interface Prepared<T> {
  prepare?: (trx: Knex.Transaction) => Promise<unknown>;
  work: (trx: Knex.Transaction) => Promise<{ done: T; changed: number }>;
}

/** Runs the work under the write lock; after much of it the tables are vacuumed, so that lists are as fast as before. */
async function inBulk<T>({ writer, db }: ImportsDeps, { work, prepare }: Prepared<T>): Promise<T> {
  const { done, changed } = await writer.alone(work, prepare);
  if (changed > TIDIED) await tidyCatalogue(db);
  return done;
}

/** Creates or updates aliases by their codes. `skipped` counts rows that do not fit the present catalogue. */
const importAliases = (
  deps: ImportsDeps,
  { importId, actor, rows, strict = false, source, earlier, check, written }: ImportedRows,
): Promise<ImportDone> =>
  inBulk(deps, {
    prepare: (trx) => stageRows(trx, rows),
    async work(trx) {
      await check?.(trx);
      await refuseOtherWords(trx);
      const { found, counts } = await compared(trx, true, (await earlier?.(trx)) ?? []);
      if (strict) await refuseAny(refusedAliases(trx));
      await applyChanges(trx, found, { action: 'imported', actorId: actor, importId, at: deps.now() });
      const done = { importId, ...counts };
      await written?.(trx, done);
      await deps.activity.record(trx, {
        actorId: actor,
        action: 'alias.imported',
        description: `Загружены алиасы${source ? ` из ${source}` : ''}: добавлено ${done.created}, изменено ${done.updated}`,
        target: 'alias',
        undo: { import_id: importId },
      });
      return { done, changed: done.created + done.updated };
    },
  });

/** The rows are already validated. */
async function importRows(deps: ImportsDeps, given: AliasInput[], actor: number | null): Promise<AliasImportResult> {
  const rows = textsOf(oncePerCode(given));
  const { skipped: _, ...done } = await importAliases(deps, { importId: randomUUID(), actor, rows, strict: true });
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
  inBulk(deps, {
    async work(trx) {
      const { made, takenBack } = await countOfImport(trx, importId);
      if (made === 0) throw new NotFound('Такой загрузки нет', 'import_not_found');
      if (takenBack > 0) throw new Conflict('already_undone', 'Эта загрузка уже отменена');
      await compareWithBefore(trx, importId);
      const found = await countChanges(trx);
      await applyChanges(trx, found, { action: 'reverted', actorId: actor, importId, at: deps.now() });
      const undone = found.update + found.delete;
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
    },
  });

/** Imports many aliases, all of them or none. */
export function createImports(deps: ImportsDeps) {
  return {
    /**
     * Tells what an import of these rows would do, with the first `limit` of them, and writes nothing. `earlier` are the
     * imports of the same source.
     */
    foresee,

    importAliases: (input: ImportedRows) => importAliases(deps, input),

    importRows: (rows: AliasInput[], actor: number | null) => importRows(deps, rows, actor),

    undoImport: (
      importId: string,
      actor: number | null,
      written?: (trx: Knex.Transaction) => Promise<unknown>,
      undoes?: number,
    ) => undoImport(deps, importId, actor, written, undoes),
  };
}
