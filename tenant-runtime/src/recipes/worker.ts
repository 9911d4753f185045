/** The process that reads files of recipes: what they hold can only hurt this process. */
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { Unreadable } from '@ostatok/kit/node/errors.ts';
import { serveJob } from '@ostatok/kit/node/workbooks/worker.ts';
import { unknownTable } from '../deliveries/files/unknown-table.ts';
import { proposalsFor } from '../deliveries/proposals.ts';
import type { LineProposal } from '../tables.ts';
import { readRecipes } from './files/read-recipes.ts';
import type { ReadRecipes } from './files/recipe-file.ts';
import type { Answer, Job } from './messages.ts';
import { selectComparedItems, selectProducts } from './worker.queries.ts';

/** A bar's book says «Вермут красный» and no brand: a person chooses among what it may be. */
const LEAST_CONFIDENCE = 0.2;

async function proposalsOf(
  db: Knex,
  { dishes }: ReadRecipes,
  onProgress: (lines: number) => void,
): Promise<Record<string, LineProposal[]>> {
  const texts = new Map(dishes.flatMap(({ lines }) => lines.map(({ key, text }) => [key, text] as const)));
  const lines = [...texts.values()].map((name) => ({ name, ean: null, volumeMl: null, isService: false }));
  const items = await selectComparedItems(db);
  const proposals = await proposalsFor(lines, items, () => onProgress(lines.length), LEAST_CONFIDENCE);
  const found = [...texts.keys()].map((key, index) => [key, proposals[index] ?? []] as const);
  return Object.fromEntries(found.filter(([, proposed]) => proposed.length > 0));
}

serveJob<Job, Answer>(async ({ path, layout, databaseUrl }, onProgress) => {
  const db = connect(databaseUrl, { max: 1 });
  try {
    const read = await readRecipes(path, { layout, findProducts: (ids) => selectProducts(db, ids) });
    onProgress(read.dishes.length);
    return { read, proposals: await proposalsOf(db, read, onProgress) };
  } catch (error) {
    const isUnknown = error instanceof Unreadable && error.code === 'no_columns' && !layout;
    if (isUnknown) return { unknown: await unknownTable(path) };
    throw error;
  } finally {
    await db.destroy();
  }
});
