import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type {
  AliasImportPreview,
  AliasImportProblem,
  AliasImportSample,
} from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { SHOWN_ALIAS_ERRORS, SHOWN_ALIAS_ROWS } from '@ostatok/api/contract/alias-imports.ts';
import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import { type GivenAlias, refusalOf } from '../catalogue/imports.service.ts';
import type { StagedRow } from './alias-imports.queries.ts';
import type { ReadFile } from './file-reader.ts';

/** Small enough for other requests to be answered between two batches. */
const BATCH = 500;

/** Yields the lines of the file of readable rows in batches. */
export async function* batchesOf(path: string): AsyncGenerator<StagedRow[]> {
  let batch: StagedRow[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (batch.push(JSON.parse(line)) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface Foreseen {
  before: AliasFields | undefined;
  after: AliasFields;
}

function sampleOf(row: number, { before, after }: Foreseen): AliasImportSample {
  const changes = aliasFieldNames
    .filter((field) => field !== 'ean' && (before?.[field] ?? null) !== (after[field] || null))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }));
  const action = !before ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
  return { row, ean: after.ean, name: after.description, action, changes };
}

const counted = { create: 'created', update: 'updated', unchanged: 'unchanged' } as const;
const byRow = (one: AliasImportProblem, other: AliasImportProblem): number => one.row - other.row;

/** Sums up what a file would change in the current catalogue; `add` returns the rows that can be imported. */
export function createPreview(read: ReadFile, foresee: (given: GivenAlias[]) => Promise<Foreseen[]>) {
  const replaced = new Map(read.replaced);
  const letters = new Map(read.columns.map(({ field, column }) => [field, column]));
  const problems: AliasImportProblem[] = [...replaced].map(([row, by]) => ({
    row,
    column: letters.get('ean') ?? '',
    message: `Тот же штрихкод есть в строке ${by}: взята она`,
  }));
  let refused = 0;
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const sample: AliasImportSample[] = [];

  function refuse(row: number, { field, message }: NonNullable<ReturnType<typeof refusalOf>>): void {
    refused += 1;
    if (refused <= SHOWN_ALIAS_ERRORS) problems.push({ row, column: letters.get(field) ?? '', message });
  }

  return {
    async add(batch: StagedRow[]): Promise<StagedRow[]> {
      const rows = batch.filter(([row]) => !replaced.has(row));
      const foreseen = await foresee(rows.map(([, alias]) => alias));
      return rows.filter(([row], index) => {
        const change = foreseen[index] as Foreseen;
        const refusal = refusalOf(change.after);
        if (refusal) refuse(row, refusal);
        else {
          const shown = sampleOf(row, change);
          counts[counted[shown.action]] += 1;
          if (sample.length < SHOWN_ALIAS_ROWS) sample.push(shown);
        }
        return !refusal;
      });
    },

    result: (): AliasImportPreview => ({
      columns: read.columns,
      total: read.total,
      ...counts,
      invalid: read.invalid + replaced.size + refused,
      errors: [...read.errors, ...problems].sort(byRow).slice(0, SHOWN_ALIAS_ERRORS),
      sample,
    }),
  };
}
