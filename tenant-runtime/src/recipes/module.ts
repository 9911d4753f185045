import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Storage } from '../storage/storage.service.ts';
import { createDishes } from './dishes.service.ts';
import { createRecipeFiles } from './recipe-files.service.ts';
import { dishRoutes, recipeFileRoutes, recipeUploadRoutes } from './recipes.routes.ts';
import { workerPath } from './worker-path.ts';

interface RecipesDeps extends Base {
  live: Live;
  storage: Storage;
  readInTurn: <T>(job: () => Promise<T>) => Promise<T>;
}

/** What dishes are made of: their recipes, and files of them. */
export function createRecipesModule({ db, config, clock, live, storage, readInTurn }: RecipesDeps) {
  const { within } = storage;
  const onChange = live.venueChanged;
  const dishes = createDishes({ db, clock, timezone: config.TIMEZONE, onChange });
  const { today } = dishes;
  const reading = { databaseUrl: config.DATABASE_URL, workerPath, readInTurn };
  const all = createRecipeFiles({ db, clock, today, ...reading, onChange });
  const recipeFiles = { ...all, upload: within(all.upload, all.isUploaded), apply: within(all.apply) };
  return {
    services: { dishes, recipeFiles },
    endpoints: [...recipeUploadRoutes(recipeFiles), ...recipeFileRoutes(recipeFiles), ...dishRoutes(dishes)],
  };
}
