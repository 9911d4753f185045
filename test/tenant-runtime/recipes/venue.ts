import { randomUUID } from 'node:crypto';
import type { DishDetails, RecipeFile } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import type { Client } from '../../support/venue/change.ts';

export async function addDish(client: Client, name: string, fields: object = {}): Promise<DishDetails> {
  const { status, body } = await client.post('/api/dishes').send({ key: randomUUID(), name, ...fields });
  if (status !== 201) throw new Error(`not added: ${status} ${JSON.stringify(body)}`);
  return body.dish;
}

export const saveRecipe = (client: Client, id: number, lines: object[], fields: object = {}) =>
  client.put(`/api/dishes/${id}/recipe`).send({ lines, ...fields });

export async function saved(client: Client, id: number, lines: object[], fields: object = {}): Promise<DishDetails> {
  const { status, body } = await saveRecipe(client, id, lines, fields);
  if (status !== 200) throw new Error(`not saved: ${status} ${JSON.stringify(body)}`);
  return body.dish;
}

export const uploadRecipes = (
  client: Client,
  bytes: Buffer | string,
  { name = 'рецепты.csv', key = randomUUID(), layout }: { name?: string; key?: string; layout?: object } = {},
) => {
  const request = client.post('/api/recipe-files').field('key', key);
  if (layout) request.field('layout', JSON.stringify(layout));
  return request.attach('file', Buffer.from(bytes), name);
};

export async function read(client: Client, bytes: Buffer | string, name?: string): Promise<RecipeFile> {
  const { status, body } = await uploadRecipes(client, bytes, name === undefined ? {} : { name });
  if (status !== 200 || !body.file) throw new Error(`not read: ${status} ${JSON.stringify(body)}`);
  return body.file;
}

export async function applied(client: Client, id: number, input: object = {}): Promise<RecipeFile> {
  const { status, body } = await client.post(`/api/recipe-files/${id}/apply`).send(input);
  if (status !== 200) throw new Error(`not applied: ${status} ${JSON.stringify(body)}`);
  return body.file;
}

export async function dishesOf(client: Client, query = ''): Promise<DishDetails[]> {
  return (await client.get(`/api/dishes?limit=200&${query}`)).body.dishes;
}
export async function dishNamed(client: Client, name: string): Promise<DishDetails> {
  const found = (await dishesOf(client)).find((dish) => dish.name === name);
  if (!found) throw new Error(`there is no dish ${name}`);
  return (await client.get(`/api/dishes/${found.id}`)).body.dish;
}
