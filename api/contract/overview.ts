import * as yup from 'yup';
import { manyNumbers, moment, searched, searchText } from './list-filters.ts';

const MOST_MONTHS = 60;
const wrongMonths = `Месяцев — целое число от 1 до ${MOST_MONTHS}`;
export const growthSchema = yup.object({
  months: yup
    .number()
    .typeError(wrongMonths)
    .integer(wrongMonths)
    .min(1, wrongMonths)
    .max(MOST_MONTHS, wrongMonths)
    .default(12),
});

export const activitySorts = ['id', 'at'] as const;

export const activityFilterSchema = yup.object({
  id: manyNumbers(),
  /** The actor's e-mail, `platform` for the platform itself, or a user id. */
  actor: searchText(),
  /** The code, or its first part such as `user`. */
  action: searchText(),
  /** A target such as `user:7`, or its kind such as `user`. */
  target: searchText(),
  ...searched,
  from: moment('Начало', 0),
  /** Inclusive; a date without time counts whole. */
  to: moment('Конец', 1),
});
export type ActivityFilter = yup.InferType<typeof activityFilterSchema>;
