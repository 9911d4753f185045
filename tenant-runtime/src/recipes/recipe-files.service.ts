import { type Knex, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { runWorker, type WorkerLimits } from '@ostatok/kit/node/workbooks/worker-process.ts';
import type { RecipeLayout } from '../../contract/recipe-layout.ts';
import type { RecipeFile } from '../../contract/recipes.endpoints.ts';
import type { ApplyRecipes, DecideNames } from '../../contract/recipes.ts';
import type { Actor } from '../changes/changes.service.ts';
import type { UnknownTable } from '../deliveries/messages.ts';
import { retried } from '../retried.ts';
import type { RecipeNameRow } from '../tables.ts';
import { applyFile, dishFinder, knownFor } from './applying.ts';
import { selectBook } from './book.queries.ts';
import { fileView } from './file-view.ts';
import type { ReadRecipes } from './files/recipe-file.ts';
import type { Answer, Job } from './messages.ts';
import {
  deleteFile,
  findFile,
  findFileByKey,
  insertFile,
  lockFile,
  markApplied,
  type NewFile,
  upsertProducts,
} from './recipe-files.queries.ts';
import { rememberNames, selectDishes, selectItems } from './recipes.queries.ts';

interface Deps {
  db: Knex;
  clock: () => Date;
  /** Today in the tenant's time zone. */
  today: () => string;
  /** The database's URL for the process that reads files, which has its own connection. */
  databaseUrl: string;
  workerPath: string;
  /** Runs one reader of files after another, those of imports too. */
  readInTurn: <T>(job: () => Promise<T>) => Promise<T>;
  limits?: WorkerLimits;
  onChange: () => void;
}

export interface Upload {
  path: string;
  filename: string;
  key: string;
  layout: RecipeLayout | undefined;
  actor: Actor;
}

const MAX_FILE_NAME = 200;
const noFile = (): NotFound => new NotFound('Такого файла рецептов нет');

/** Files of recipes: read, shown beside what is there, and applied once. */
export function createRecipeFiles({ db, clock, today, databaseUrl, workerPath, readInTurn, limits, onChange }: Deps) {
  async function details(id: number): Promise<RecipeFile> {
    const row = await findFile(db, id);
    if (!row) throw noFile();
    const book = await selectBook(db);
    const finder = dishFinder(book.dishes.values());
    const known = await knownFor(db, row, book.dishes);
    return fileView(row, known, (dish) => book.recipes.get(finder.find(dish)?.id ?? 0) ?? []);
  }

  /** Names of products are taken at once: they change nothing but how recipes are read. */
  function rowOf({ key, filename, actor }: Upload, read: ReadRecipes, proposals: NewFile['proposals']): NewFile {
    const isNames = read.kind === 'iiko_products';
    const taken = `Запомнено названий: ${read.products.length}. Теперь загрузите технологические карты`;
    return {
      key,
      kind: read.kind,
      file: filename.slice(0, MAX_FILE_NAME),
      status: isNames ? 'applied' : 'draft',
      dishes: read.dishes,
      proposals,
      warnings: isNames ? [taken] : read.warnings,
      created_by: actor?.id ?? null,
      created_at: clock(),
      applied_by: isNames ? (actor?.id ?? null) : null,
      applied_at: isNames ? clock() : null,
    };
  }

  async function mustBeThere(trx: Knex.Transaction, { names }: DecideNames): Promise<void> {
    const itemIds = [...new Set(names.flatMap(({ item_id }) => item_id ?? []))];
    const dishIds = [...new Set(names.flatMap(({ dish_id }) => dish_id ?? []))];
    if ((await selectItems(trx, itemIds)).length < itemIds.length) {
      throw new InvalidInput('Такой позиции нет', { item_id: 'Такой позиции нет' });
    }
    if ((await selectDishes(trx, dishIds)).length < dishIds.length) {
      throw new InvalidInput('Такой заготовки нет', { dish_id: 'Такой заготовки нет' });
    }
  }

  return {
    /** Reads a file and changes nothing; a table that nobody has described is shown instead. Throws Unreadable. */
    async upload(upload: Upload): Promise<{ file: RecipeFile | null; unknown: UnknownTable | null }> {
      const before = await findFileByKey(db, upload.key);
      if (before) return { file: await details(before.id), unknown: null };
      const job: Job = { path: upload.path, layout: upload.layout, databaseUrl };
      const answer = await readInTurn(() => runWorker<Answer>(workerPath, { ...job }, limits));
      if ('unknown' in answer) return { file: null, unknown: answer.unknown };
      const id = await db.transaction(async (trx) => {
        await upsertProducts(trx, answer.read.products);
        return insertFile(trx, rowOf(upload, answer.read, answer.proposals));
      });
      const known = id ?? (await findFileByKey(db, upload.key))?.id ?? 0;
      return { file: await details(known), unknown: null };
    },

    isUploaded: async ({ key }: { key: string }): Promise<boolean> => (await findFileByKey(db, key)) !== undefined,
    details,

    /** Remembers what ingredients are; lines of recipes that nobody has decided get it too. */
    async decide(id: number, input: DecideNames, actor: Actor): Promise<RecipeFile> {
      if (!(await findFile(db, id))) throw noFile();
      const at = clock();
      const rows = input.names.map(
        ({ key, item_id, dish_id, skipped, factor }): RecipeNameRow => ({
          key,
          item_id: item_id ?? null,
          used_dish_id: item_id ? null : (dish_id ?? null),
          skipped: skipped ?? false,
          factor: factor == null ? null : factor.toFixed(6),
          user_id: actor?.id ?? null,
          at,
        }),
      );
      await db.transaction(async (trx) => {
        await mustBeThere(trx, input);
        await rememberNames(trx, [...new Map(rows.map((row) => [row.key, row])).values()]);
      });
      onChange();
      return details(id);
    },

    /** Writes the recipes of a file, all or none; a repeated call changes nothing. */
    async apply(id: number, { valid_from }: ApplyRecipes, actor: Actor): Promise<RecipeFile> {
      const work = async (trx: Knex.Transaction): Promise<void> => {
        const row = await lockFile(trx, id);
        if (!row) throw noFile();
        if (row.status === 'applied') return;
        const userId = actor?.id ?? null;
        await applyFile({ trx, row, userId, at: clock(), from: valid_from ?? today() });
        await markApplied(trx, id, userId, clock());
      };
      // another file or person may have added the same dish at the same moment
      await retried(db, work, [UNIQUE_VIOLATION]);
      onChange();
      return details(id);
    },

    async remove(id: number): Promise<void> {
      await db.transaction(async (trx) => {
        const row = await lockFile(trx, id);
        if (!row) throw noFile();
        if (row.status === 'applied') throw new Conflict('file_applied', 'Рецепты из этого файла уже записаны');
        await deleteFile(trx, id);
      });
    },
  };
}
export type RecipeFiles = ReturnType<typeof createRecipeFiles>;
