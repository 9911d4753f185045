import { randomUUID } from 'node:crypto';
import {
  type AliasFields,
  type AliasImportResult,
  type AliasInput,
  fullOverEmpty,
  toGtin13,
} from '@ostatok/api/contract/catalogue.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../overview/activity.service.ts';
import { fieldsOf, merged, sameFields } from './alias-row.ts';
import { findAliases, tidyCatalogue } from './aliases.queries.ts';
import type { Foreseen } from './mirror/mirrors.ts';
import { countOfImport, type ImportedChange, importedChanges } from './revisions.queries.ts';
import type { Cause, Change, Writer } from './writer.ts';

const BATCH = 5000;
/** With so many changed rows lists are prepared before anybody sees them: more than a few are not laid over them. */
const MANY = 1000;
/** After so many lists would be slow until PostgreSQL tidies up by itself. */
const TIDIED = 5000;

function* batchesOf<T>(rows: T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

/** One row a code; of several with one code the last says what is not left out. */
function oncePerCode(rows: AliasInput[]): AliasInput[] {
  const byCode = new Map<string, AliasInput>();
  for (const row of rows) {
    const ean = toGtin13(row.ean) ?? row.ean;
    byCode.set(ean, { ...byCode.get(ean), ...row, ean });
  }
  return [...byCode.values()];
}

/** A code and what is said of it. */
export type GivenAlias = Partial<AliasInput> & Pick<AliasInput, 'ean'>;

export interface ImportedPortions {
  importId: string;
  actor: number | null;
  /** Of one code at most one row in all of them. */
  portions: (trx: Knex.Transaction) => AsyncIterable<GivenAlias[]> | Iterable<GivenAlias[]>;
  /** What cannot be taken stops all of it. */
  strict?: boolean;
  /** What the activity calls it. */
  source?: string;
  /** In the same transaction, once everything is written. */
  written?: (trx: Knex.Transaction, done: ImportDone) => Promise<unknown>;
}

export interface ImportDone extends AliasImportResult {
  /** Left out. */
  skipped: number;
}

/** Why the catalogue cannot take this; undefined: it can. */
export function refusalOf(after: AliasFields): { field: keyof AliasFields; message: string } | undefined {
  if (after.description === '') return { field: 'description', message: 'Нового алиаса без названия не бывает' };
  if (!fullOverEmpty(after)) return { field: 'weight_full_g', message: 'Полная бутылка тяжелее пустой' };
  return undefined;
}

interface ImportsOptions {
  db: Knex;
  writer: Writer;
  activity: Activity;
  /** Prepares lists of what the transaction has made of the catalogue. */
  foresee: (trx: Knex.Transaction) => Promise<Foreseen | undefined>;
}

/** Many aliases at once, all of them or none. */
export function createImports({ db, writer, activity, foresee }: ImportsOptions) {
  /** What each would be, beside what it is; a field that is not given stays. */
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

  async function put(trx: Knex.Transaction, portion: GivenAlias[], cause: Cause, strict: boolean) {
    const all = await laidOver(trx, portion);
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

  /** Back to what was before; an alias that somebody has changed since stays as it is. */
  async function takeBack(trx: Knex.Transaction, batch: ImportedChange[], cause: Cause): Promise<number> {
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

  /** Alone, and so that lists are as fast after it as before. */
  async function inBulk<T>(work: (trx: Knex.Transaction) => Promise<{ done: T; changed: number }>): Promise<T> {
    let foreseen: Foreseen | undefined;
    try {
      const { done, changed } = await writer.alone(async (trx) => {
        const result = await work(trx);
        if (result.changed > MANY) foreseen = await foresee(trx);
        return result;
      });
      foreseen?.takeOver();
      if (changed > TIDIED) await tidyCatalogue(db);
      return done;
    } catch (error) {
      foreseen?.drop();
      throw error;
    }
  }

  /** Creates what is not there by its code, changes what is; `skipped`: what the catalogue as it is now cannot take. */
  const importPortions = ({ importId, actor, portions, strict = false, source, written }: ImportedPortions) =>
    inBulk(async (trx) => {
      const result: ImportDone = { importId, created: 0, updated: 0, unchanged: 0, skipped: 0 };
      for await (const portion of portions(trx)) {
        const done = await put(trx, portion, { action: 'imported', actorId: actor, importId }, strict);
        for (const key of ['created', 'updated', 'unchanged', 'skipped'] as const) result[key] += done[key];
      }
      await written?.(trx, result);
      await activity.record(trx, {
        actorId: actor,
        action: 'alias.imported',
        description: `Загружены алиасы${source ? ` из ${source}` : ''}: добавлено ${result.created}, изменено ${result.updated}`,
        target: 'alias',
        undo: { import_id: importId },
      });
      return { done: result, changed: result.created + result.updated };
    });

  return {
    /** What each of these would change. */
    async foresee(given: GivenAlias[]): Promise<{ before: AliasFields | undefined; after: AliasFields }[]> {
      const changes = await laidOver(db, given);
      return changes.map(({ before, after }) => ({ before: before && fieldsOf(before), after }));
    },

    importPortions,

    /** Rows are valid already. */
    async importRows(rows: AliasInput[], actor: number | null): Promise<AliasImportResult> {
      const portions = () => batchesOf(oncePerCode(rows));
      const { skipped: _, ...done } = await importPortions({ importId: randomUUID(), actor, portions, strict: true });
      return done;
    },

    /**
     * `kept`: changed since by somebody, and so left alone. 409 `already_undone` the second time. `written` runs in the
     * same transaction, once everything is taken back. `undoes`: the entry it takes back.
     */
    undoImport: (
      importId: string,
      actor: number | null,
      written?: (trx: Knex.Transaction) => Promise<unknown>,
      undoes?: number,
    ): Promise<{ undone: number; kept: number }> =>
      inBulk(async (trx) => {
        const { made, takenBack } = await countOfImport(trx, importId);
        if (made === 0) throw new NotFound('Такой загрузки нет', 'import_not_found');
        if (takenBack > 0) throw new Conflict('already_undone', 'Эта загрузка уже отменена');
        let undone = 0;
        for await (const batch of importedChanges(trx, importId, BATCH))
          undone += await takeBack(trx, batch, { action: 'reverted', actorId: actor, importId });
        await written?.(trx);
        await activity.record(trx, {
          actorId: actor,
          action: 'alias.import_undone',
          description: `Загрузка алиасов отменена: возвращено ${undone} из ${made}`,
          target: 'alias',
          undo: { import_id: importId },
          takesBack: undoes ?? true,
        });
        return { done: { undone, kept: made - undone }, changed: undone };
      }),
  };
}
