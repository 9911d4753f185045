import { clientId, MAX_ROW_ID } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { exactText, line, yesOrNo } from './fields.ts';
import { type Unit, units } from './items.ts';
import { venueDay } from './reports.ts';

/** A semi-product is made ahead and used in dishes. */
export const dishKinds = ['dish', 'semi'] as const;
export type DishKind = (typeof dishKinds)[number];

export const recipeFileKinds = ['table', 'iiko_charts', 'iiko_products', 'poster', 'json'] as const;
export type RecipeFileKind = (typeof recipeFileKinds)[number];

/** The most ingredients of one recipe. */
export const MAX_INGREDIENTS = 200;

const id = (label: string) =>
  yup.number().strict().typeError(`${label} — число`).integer(`${label} — целое число`).min(1).max(MAX_ROW_ID);

const sixDecimals = (value: number | null | undefined): boolean =>
  value == null || Math.abs(value * 1e6 - Math.round(value * 1e6)) < 1e-3;
/** An amount as recipes write it: up to six decimals, more than nothing. */
const amount = (label: string) =>
  yup
    .number()
    .strict()
    .typeError(`${label} — число`)
    .min(0.000001, `${label} больше нуля`)
    .max(1_000_000, `${label} не больше миллиона`)
    .test('six-decimals', 'Не больше шести знаков после запятой', sixDecimals);

const roubles = () =>
  yup
    .number()
    .strict()
    .typeError('Цена — число рублей')
    .min(0, 'Цена не меньше нуля')
    .max(10_000_000, 'Слишком большая цена')
    .test('kopecks', 'Не больше двух знаков после запятой', (value) =>
      value == null ? true : Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
    );

/** A day from which a recipe counts; an empty text is always. */
const validFrom = () => yup.lazy((value: unknown) => (value === '' ? yup.string().strict().defined() : venueDay()));

const ingredientSchema = yup.object({
  /** As it was written; the name of the item where nothing is given. */
  text: line('Ингредиент', 200),
  amount: amount('Количество').nullable(),
  unit: line('Единица', 40).nullable(),
  item_id: id('Номер позиции').nullable(),
  /** A semi-product or another dish. */
  dish_id: id('Номер блюда').nullable(),
  /** Units of the item in the whole recipe, where the amount does not tell it. */
  quantity: amount('Расход').nullable(),
  /** Nothing that is counted, such as ice. */
  skipped: yesOrNo('skipped'),
});
export type IngredientInput = yup.InferType<typeof ingredientSchema>;

/** A revision of a recipe; one of the same size and day replaces the one before. */
export const saveRecipeSchema = yup.object({
  size: line('Размер порции', 40),
  valid_from: validFrom(),
  /** Portions, or units of a semi-product, that the amounts make; 1 where nothing is given. */
  yield: amount('Выход'),
  lines: yup
    .array(ingredientSchema)
    .strict()
    .typeError('lines — список')
    .required('Нет ни одного ингредиента')
    .max(MAX_INGREDIENTS, `Не больше ${MAX_INGREDIENTS} ингредиентов`),
});
export type SaveRecipe = yup.InferType<typeof saveRecipeSchema>;

const fields = {
  name: line('Название', 200).min(1, 'Назовите блюдо'),
  code: line('Код', 60).nullable(),
  kind: yup
    .string()
    .strict()
    .oneOf([...dishKinds], 'kind — dish или semi'),
  /** Of a semi-product. */
  unit: yup
    .string<Unit>()
    .strict()
    .nullable()
    .test('unit', 'Единица — л, кг или шт', (value) => value == null || units.includes(value)),
  /** Roubles with VAT. */
  price: roubles().nullable(),
  group: line('Группа', 100).nullable(),
};

export const addDishSchema = yup.object({
  key: clientId('блюда'),
  ...fields,
  name: fields.name.required('Назовите блюдо'),
});
export type AddDish = yup.InferType<typeof addDishSchema>;

/** What is left out stays. */
export const updateDishSchema = yup.object(fields);
export type UpdateDish = yup.InferType<typeof updateDishSchema>;

export const dishesFilterSchema = yup.object({
  search: exactText('Поиск', 200),
  kind: yup
    .string()
    .strict()
    .oneOf([...dishKinds], 'kind — dish или semi'),
  /** `yes`: only those whose recipe has open questions. */
  questions: yup
    .string()
    .strict()
    .oneOf(['yes'] as const, 'questions — yes'),
});
export type DishesFilter = yup.InferType<typeof dishesFilterSchema>;

/** The fields beside an uploaded file. */
export const recipeUploadSchema = yup.object({
  key: clientId('файла'),
  /** The JSON of a RecipeLayout. */
  layout: exactText('Столбцы', 20_000),
});
export type RecipeUpload = yup.InferType<typeof recipeUploadSchema>;

/** What ingredients are; the answer is remembered for all files and used for every line that is not decided yet. */
export const decideNamesSchema = yup.object({
  names: yup
    .array(
      yup.object({
        key: exactText('Ингредиент', 300).required('Укажите ингредиент'),
        item_id: id('Номер позиции').nullable(),
        dish_id: id('Номер блюда').nullable(),
        skipped: yesOrNo('skipped'),
        /** Units of the item in one of what is written, as 0.015 kg in a piece of peel. */
        factor: amount('Пересчёт').nullable(),
      }),
    )
    .strict()
    .typeError('names — список')
    .required('Нет ни одного ингредиента')
    .min(1, 'Нет ни одного ингредиента')
    .max(5000, 'Не больше 5000 ингредиентов'),
});
export type DecideNames = yup.InferType<typeof decideNamesSchema>;

export const applyRecipesSchema = yup.object({
  /** The day from which changed recipes count, where the file does not say it; today without it. */
  valid_from: validFrom(),
});
export type ApplyRecipes = yup.InferType<typeof applyRecipesSchema>;
