import * as yup from 'yup';
import { idsFilter } from './catalogue.ts';
import { searched } from './list-filters.ts';

export const synonymStatuses = ['pending', 'approved', 'rejected'] as const;
export type SynonymStatus = (typeof synonymStatuses)[number];

/** A name is shown to administrators when so many owners use it for one product. */
export const AGREEING_OWNERS = 3;

export const synonymSorts = ['id', 'name', 'description', 'owners', 'status', 'created_at'] as const;

/** Only pending ones by default; `all`, like a list of `id`, includes every status. */
export const synonymFilterSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — текст')
    .oneOf([...synonymStatuses, 'all'] as const, 'Такого состояния не бывает'),
  ...searched,
  id: idsFilter(),
});
export type SynonymFilter = yup.InferType<typeof synonymFilterSchema>;

export const setSynonymStatusSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — текст')
    .oneOf(synonymStatuses, 'Такого состояния не бывает')
    .required('Укажите состояние'),
});
