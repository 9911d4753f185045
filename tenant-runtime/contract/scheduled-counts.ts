import { rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { areaName, line, recountThreshold } from './fields.ts';
import { venueTime } from './reports.ts';

/** Minutes after its time from which a count that nobody has begun is missed. */
export const MISSED_AFTER_MIN = 180;
const MAX_SCHEDULED_AREAS = 50;

const personId = () => rowId('Номер человека — целое число');
/** The value is kept as given; yup's own `strict` would leave out the default. */
const asGiven = (_value: unknown, given: unknown): unknown => given;
const flag = (what: string) => yup.boolean().transform(asGiven).typeError(`${what} — да или нет`);

/** What is left out has its default: a schedule is always sent whole. */
export const scheduledCountSchema = yup
  .object({
    title: line('Название', 100).required('Назовите подсчёт'),
    /** 1 is Monday. */
    weekdays: yup
      .array()
      .of(yup.number().strict().integer().min(1).max(7).required())
      .strict()
      .typeError('weekdays — список дней')
      .required('Выберите дни')
      .min(1, 'Выберите хотя бы один день')
      .test('once', 'День назван дважды', (days) => new Set(days).size === (days?.length ?? 0)),
    /** On the clock of the venue, as 23:30. */
    time: venueTime().required('Укажите время'),
    missedAfterMin: yup
      .number()
      .transform(asGiven)
      .typeError('Срок — в минутах')
      .integer('Срок — в целых минутах')
      .min(15, 'Срок — от 15 минут')
      .max(1440, 'Срок — до суток')
      .default(MISSED_AFTER_MIN),
    /** Who is reminded; nobody named means everyone who has a chat. */
    userIds: yup
      .array()
      .of(personId().required())
      .typeError('userIds — список')
      .max(100, 'Не больше 100 человек')
      .default([]),
    scope: yup
      .string()
      .oneOf(['all', 'categories'] as const, 'Что считать — all или categories')
      .default('all'),
    categories: yup.array().of(yup.string().strict().max(100).defined()).max(1000).default([]),
    spot: flag('spot').default(false),
    blind: flag('blind').default(false),
    recountThreshold: recountThreshold(),
    areas: yup
      .array()
      .of(yup.object({ name: areaName(), userId: personId().nullable() }))
      .typeError('areas — список')
      .max(MAX_SCHEDULED_AREAS, `Не больше ${MAX_SCHEDULED_AREAS} зон`)
      .default([]),
    active: flag('active').default(true),
  })
  .test(
    'scope-given',
    'Выберите, что считать',
    ({ scope, categories }) => scope === 'all' || (categories?.length ?? 0) > 0,
  );
export type SetScheduledCount = yup.InferType<typeof scheduledCountSchema>;
