import { MAX_ROW_ID } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { enteredNumber, trueOrFalse } from './fields.ts';
import { manyNumbers, searched } from './list-filters.ts';

/** The plan that everybody begins with and falls back to. */
export const FREE_PLAN = 'free';

const MOST_ROUBLES = 100_000_000;
const MOST = 1_000_000;

const text = (label: string, most: number): yup.StringSchema<string | undefined> =>
  yup
    .string()
    .typeError(`${label} — текст`)
    // yup's own `trim` throws for a list or an object in place of the text.
    .transform((value) => (typeof value === 'string' ? value.trim() : value))
    .max(most, `${label} — не длиннее ${most} знаков`);

const whole = (label: string, most = MOST): yup.NumberSchema<number | undefined> =>
  enteredNumber()
    .typeError(`${label} — целое число`)
    .integer(`${label} — целое число`)
    .min(0, `${label} — не меньше нуля`)
    .max(most, `${label} — не больше ${most}`);

const roubles = (label: string): yup.NumberSchema<number | undefined> =>
  enteredNumber()
    .typeError(`${label} — число`)
    .min(0, `${label} — не меньше нуля`)
    .max(MOST_ROUBLES, `${label} — не больше ${MOST_ROUBLES}`)
    .test('kopecks', `${label} — не больше двух знаков после запятой`, (value) =>
      value == null ? true : Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    );

const emptyIsNull = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? null : value);

const yearly = (): yup.NumberSchema<number | null | undefined> =>
  roubles('Цена за год')
    .nullable()
    .transform((value, given) => (given === null || emptyIsNull(given) === null ? null : value));

const displayName = () => text('Название', 100);
const storage = () => whole('Место, МБ', 100_000_000);
/** What one venue may take of the machine; empty: as much as any other. */
const share = (label: string, least: number, most: number): yup.NumberSchema<number | null | undefined> =>
  whole(label, most)
    .min(least, `${label} — не меньше ${least}`)
    .nullable()
    .transform((value, given) => (given === null || emptyIsNull(given) === null ? null : value));
const shares = {
  max_memory_mb: () => share('Память заведения, МБ', 256, 1_000_000),
  max_cpu_percent: () => share('Процессор заведения, %', 10, 10_000),
  max_tasks: () => share('Процессов заведения', 32, 100_000),
};
const flag = (label: string): yup.BooleanSchema<boolean | undefined> =>
  yup.boolean().typeError(`${label} — да или нет`);

const currency = () =>
  yup
    .string()
    .typeError('Валюта — RUB')
    .oneOf(['RUB'] as const, 'Валюта — RUB');

/** The features in their order, without empty ones, numbered from 1. */
const features = () =>
  yup
    .array()
    .typeError('Возможности — список')
    .max(50, 'Возможностей — не больше 50')
    .of(
      yup
        .object({
          text: text('Возможность', 200).defined('Возможность — текст'),
          order: yup.number().typeError('Порядок — число').default(0),
        })
        .typeError('Возможность — {text, order}')
        .required('Возможность — {text, order}'),
    );

/** The plan's code in Latin letters. */
const name = () =>
  text('Код', 50).matches(/^[a-z][a-z0-9_-]*$/i, {
    message: 'Код — латинские буквы, цифры, «-» и «_», первая — буква',
    excludeEmptyString: true,
  });

/** The form uses the same rules. */
export const planSchema = yup.object({
  name: name().required('Укажите код тарифа латинскими буквами'),
  display_name: displayName().required('Укажите название тарифа'),
  description: text('Описание', 1000).default(''),
  max_instances: whole('Заведений').default(1),
  max_users_per_instance: whole('Сотрудников в заведении').default(5),
  max_storage_mb: storage().default(100),
  max_memory_mb: shares.max_memory_mb().default(null),
  max_cpu_percent: shares.max_cpu_percent().default(null),
  max_tasks: shares.max_tasks().default(null),
  price_monthly: roubles('Цена за месяц').required('Укажите цену за месяц'),
  price_yearly: yearly().default(null),
  discount_percent: whole('Скидка', 100).default(0),
  currency: currency().default('RUB'),
  features: features().default([]),
  is_active: flag('Действует').default(true),
  is_public: flag('На главной').default(true),
  is_featured: flag('Выделен').default(false),
});
export type PlanInput = yup.InferType<typeof planSchema>;

/** Omitted fields stay. */
export const planChangesSchema = yup.object({
  name: name().min(1, 'Укажите код тарифа латинскими буквами'),
  display_name: displayName().min(1, 'Укажите название тарифа'),
  description: text('Описание', 1000),
  max_instances: whole('Заведений'),
  max_users_per_instance: whole('Сотрудников в заведении'),
  max_storage_mb: storage(),
  max_memory_mb: shares.max_memory_mb(),
  max_cpu_percent: shares.max_cpu_percent(),
  max_tasks: shares.max_tasks(),
  price_monthly: roubles('Цена за месяц')
    .nullable()
    .transform((value, given) => (given === null ? null : value)),
  price_yearly: yearly(),
  discount_percent: whole('Скидка', 100),
  currency: currency(),
  features: features(),
  is_active: flag('Действует'),
  is_public: flag('На главной'),
  is_featured: flag('Выделен'),
});
export type PlanChanges = yup.InferType<typeof planChangesSchema>;

/** Every unarchived plan once; they are numbered from 1 in this order. */
export const reorderPlansSchema = yup.object({
  plans: yup
    .array()
    .typeError('Ожидается список тарифов')
    .of(
      yup
        .object({
          id: whole('Номер тарифа', MAX_ROW_ID).required('Укажите номер тарифа'),
          sort_order: yup.number().typeError('Порядок — число').required('Укажите порядок тарифа'),
        })
        .typeError('Тариф — {id, sort_order}')
        .required('Тариф — {id, sort_order}'),
    )
    .required('Укажите тарифы по порядку')
    .min(1, 'Укажите тарифы по порядку')
    .max(1000, 'Не больше 1000 тарифов'),
});
export type ReorderPlans = yup.InferType<typeof reorderPlansSchema>;

export const adminPlanSorts = [
  'sort_order',
  'order',
  'id',
  'name',
  'display_name',
  'price_monthly',
  'active_subscriptions',
] as const;
export type AdminPlanSort = (typeof adminPlanSorts)[number];

/** Archived plans are listed with `include_archived` or with a `status` that includes them. */
export const adminPlanFilterSchema = yup.object({
  id: manyNumbers(),
  ...searched,
  status: yup.string().oneOf(['all', 'active', 'archived'] as const, 'Тарифы — all, active или archived'),
  include_archived: trueOrFalse('include_archived'),
});
export type AdminPlanFilter = yup.InferType<typeof adminPlanFilterSchema>;
