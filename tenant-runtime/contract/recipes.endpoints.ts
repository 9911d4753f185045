import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { units } from './items.ts';
import {
  addDishSchema,
  applyRecipesSchema,
  decideNamesSchema,
  dishesFilterSchema,
  dishKinds,
  recipeFileKinds,
  saveRecipeSchema,
  updateDishSchema,
} from './recipes.ts';

/** Money is roubles; null where it is not known. */
const worthSchema = {
  /** Of a portion, or of a unit of a semi-product, by the items' present costs. */
  cost: number().nullable(),
  /** Per cent of the price that is left, and that goes into the glass. */
  margin: number().nullable(),
  pour_cost: number().nullable(),
  /** How many lines somebody has to decide; a dish without a recipe has one. */
  questions: integer(),
  /** Why there is no cost, in sentences; not all where there are many. */
  missing: listOf(text()),
};

const dishSchema = yup.object({
  id: integer(),
  name: text(),
  code: text().nullable(),
  kind: oneOf(dishKinds),
  unit: oneOf(units).nullable(),
  price: number().nullable(),
  group: text().nullable(),
  created_at: time(),
  /** How many sizes have a recipe; the figures are of the one without a size, or of the first. */
  sizes: integer(),
  ...worthSchema,
});
export type Dish = yup.InferType<typeof dishSchema>;

const lineSchema = yup.object({
  place: integer(),
  text: text(),
  key: text(),
  amount: number().nullable(),
  unit: text().nullable(),
  item: yup.object({ id: integer(), name: text(), unit: oneOf(units) }).nullable(),
  dish: yup.object({ id: integer(), name: text(), unit: oneOf(units).nullable() }).nullable(),
  skipped: flag(),
  /** What a person has said beside the amount. */
  quantity: number().nullable(),
  /** What is used of it in the whole recipe, in its unit. */
  used: number().nullable(),
  cost: number().nullable(),
  /** A sentence, where something is missing. */
  question: text().nullable(),
});
export type RecipeLine = yup.InferType<typeof lineSchema>;

const recipeSchema = yup.object({
  id: integer(),
  size: text(),
  /** Empty: always. */
  valid_from: text(),
  yield: number(),
  source: text(),
  created_at: time(),
  /** It counts today. */
  current: flag(),
  lines: listOf(lineSchema),
  ...worthSchema,
});
export type Recipe = yup.InferType<typeof recipeSchema>;

const dishDetailsSchema = dishSchema.shape({
  /** By size, the newest first. */
  recipes: listOf(recipeSchema),
});
export type DishDetails = yup.InferType<typeof dishDetailsSchema>;

const details = yup.object({ dish: dishDetailsSchema });

const ingredientSchema = yup.object({
  key: text(),
  text: text(),
  /** The units in which the file has it. */
  units: listOf(text()),
  /** In how many lines it stands. */
  lines: integer(),
  item: yup.object({ id: integer(), name: text(), unit: oneOf(units) }).nullable(),
  dish: yup.object({ id: integer(), name: text() }).nullable(),
  skipped: flag(),
  factor: number().nullable(),
  proposals: listOf(
    yup.object({
      item_id: integer(),
      name: text(),
      /** From 0.5 to 1. */
      confidence: number(),
      /** Nothing speaks against it. */
      sure: flag(),
    }),
  ),
});
export type FoundIngredient = yup.InferType<typeof ingredientSchema>;

const recipeFileSchema = yup.object({
  id: integer(),
  key: text(),
  kind: oneOf(recipeFileKinds),
  file: text(),
  status: oneOf(['draft', 'applied']),
  warnings: listOf(text()),
  /** Recipes of the file, in its order. */
  dishes: listOf(
    yup.object({
      name: text(),
      size: text(),
      valid_from: text(),
      state: oneOf(['new', 'changed', 'same']),
      lines: integer(),
      /** Lines without an amount that is understood. */
      questions: integer(),
    }),
  ),
  ingredients: listOf(ingredientSchema),
  created_at: time(),
  applied_at: time().nullable(),
});
export type RecipeFile = yup.InferType<typeof recipeFileSchema>;

const file = yup.object({ file: recipeFileSchema });

/** The first rows of a table in which nobody has said what is where. */
const unknownTableSchema = yup.object({
  sheets: listOf(text()),
  rows: listOf(yup.object({ row: integer(), cells: listOf(yup.object({ column: text(), text: text() })) })),
});

export const dishEndpoints = defineEndpoints({
  'GET /api/dishes': {
    summary: 'Dishes and semi-products with cost, margin and open questions',
    access: 'admin',
    list: {
      rows: 'dishes',
      sorts: ['name', 'cost', 'margin', 'questions'],
      sort: 'name',
      filter: dishesFilterSchema,
    },
    answer: yup.object({ dishes: listOf(dishSchema) }),
  },
  'POST /api/dishes': {
    summary: 'Add a dish',
    access: 'admin',
    body: addDishSchema,
    answer: details,
    status: 201,
  },
  'GET /api/dishes/:id': { summary: 'A dish with all revisions of its recipes', access: 'admin', answer: details },
  'PUT /api/dishes/:id': {
    summary: 'Change some of it; what is left out stays',
    access: 'admin',
    body: updateDishSchema,
    answer: details,
  },
  'DELETE /api/dishes/:id': { summary: 'Remove a dish that no recipe uses', access: 'admin' },
  'PUT /api/dishes/:id/recipe': {
    summary: 'Save a revision of its recipe; the one of the same size and day is replaced',
    access: 'admin',
    body: saveRecipeSchema,
    answer: details,
  },
  'DELETE /api/dishes/:id/recipes/:recipeId': {
    summary: 'Delete a revision: the one before counts again',
    access: 'admin',
    answer: details,
  },
});

export const recipeUploadEndpoints = defineEndpoints({
  'POST /api/recipe-files': {
    summary: 'Read a file of recipes, with `key` and `layout` beside the file; nothing is changed by it',
    access: 'admin',
    hasFile: true,
    answer: yup.object({
      file: recipeFileSchema.nullable(),
      /** Set instead of `file` when the columns of a table have to be chosen first. */
      unknown: unknownTableSchema.nullable(),
    }),
  },
});

export const recipeFileEndpoints = defineEndpoints({
  'GET /api/recipe-files/:id': { summary: 'What a file of recipes would change', access: 'admin', answer: file },
  'PUT /api/recipe-files/:id/names': {
    summary: 'Say what its ingredients are; it is remembered',
    access: 'admin',
    body: decideNamesSchema,
    answer: file,
  },
  'POST /api/recipe-files/:id/apply': {
    summary: 'Write the recipes of the file, all or none, once',
    access: 'admin',
    body: applyRecipesSchema,
    answer: file,
  },
  'DELETE /api/recipe-files/:id': { summary: 'Forget a file that was not applied', access: 'admin' },
});
