import { rm } from 'node:fs/promises';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { type RecipeLayout, recipeLayoutSchema } from '../../contract/recipe-layout.ts';
import { dishEndpoints, recipeFileEndpoints, recipeUploadEndpoints } from '../../contract/recipes.endpoints.ts';
import { recipeUploadSchema } from '../../contract/recipes.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { receivedFile, receiveFile } from '../access/receive-file.routes.ts';
import { rowId } from '../path-params.ts';
import type { Dishes } from './dishes.service.ts';
import type { RecipeFiles } from './recipe-files.service.ts';

const dishId = (value: unknown): number => rowId(value, 'Такого блюда нет');
const recipeId = (value: unknown): number => rowId(value, 'Такого рецепта нет');
const fileId = (value: unknown): number => rowId(value, 'Такого файла рецептов нет');

function layoutOf(text: string | undefined): RecipeLayout | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(recipeLayoutSchema, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidInput('Столбцы указаны неверно', { layout: 'Ожидается JSON' });
  }
}

export const recipeUploadRoutes = (files: Pick<RecipeFiles, 'upload'>) =>
  endpointsOf(
    recipeUploadEndpoints,
    {
      'POST /api/recipe-files'({ req, caller }) {
        const { path, originalname } = receivedFile(req);
        // The fields are checked here and not before, so that the file of a refused upload is deleted as well.
        const upload = async () => {
          const { key, layout } = parse(recipeUploadSchema, req.body);
          return files.upload({ path, filename: originalname, actor: caller, key, layout: layoutOf(layout) });
        };
        return upload().finally(() => rm(path, { force: true }));
      },
    },
    [receiveFile],
  );

export const recipeFileRoutes = (files: RecipeFiles) =>
  endpointsOf(recipeFileEndpoints, {
    'GET /api/recipe-files/:id': async ({ params }) => ({ file: await files.details(fileId(params.id)) }),
    'PUT /api/recipe-files/:id/names': async ({ params, body, caller }) => ({
      file: await files.decide(fileId(params.id), body, caller),
    }),
    'POST /api/recipe-files/:id/apply': async ({ params, body, caller }) => ({
      file: await files.apply(fileId(params.id), body, caller),
    }),
    async 'DELETE /api/recipe-files/:id'({ params }) {
      await files.remove(fileId(params.id));
      return {};
    },
  });

export const dishRoutes = (dishes: Dishes) =>
  endpointsOf(dishEndpoints, {
    'GET /api/dishes': ({ filter, page }) => dishes.list(filter, page),
    'POST /api/dishes': async ({ body }) => ({ dish: await dishes.add(body) }),
    'GET /api/dishes/:id': async ({ params }) => ({ dish: await dishes.details(dishId(params.id)) }),
    'PUT /api/dishes/:id': async ({ params, body }) => ({ dish: await dishes.update(dishId(params.id), body) }),
    async 'DELETE /api/dishes/:id'({ params }) {
      await dishes.remove(dishId(params.id));
      return {};
    },
    'PUT /api/dishes/:id/recipe': async ({ params, body, caller }) => ({
      dish: await dishes.save(dishId(params.id), body, caller),
    }),
    'DELETE /api/dishes/:id/recipes/:recipeId': async ({ params }) => ({
      dish: await dishes.removeRecipe(dishId(params.id), recipeId(params.recipeId)),
    }),
  });
