import { uuid } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { startOfDay } from './days.ts';

export const searchText = (): yup.StringSchema<string | undefined> =>
  yup.string().typeError('Поиск — текст').trim().max(200, 'Слишком длинный запрос');
/** The search text under either name; `q` is ra-data-simple-rest's. */
export const searched = { search: searchText(), q: searchText() };

/** A list of ids, as in ra-data-simple-rest's getMany. */
const many = <T>(one: yup.ISchema<T>) =>
  yup.array().of(one).typeError('Ожидается список номеров').max(1000, 'Не больше 1000 номеров');
export const manyNumbers = () => many(yup.number().integer('Номер — целое число').required());
export const manyUuids = () => many(uuid('Номер — uuid').required());
export const manyNames = () => many(yup.string().max(200, 'Слишком длинный номер').required());

/** A moment; a date without time begins by Moscow's clock, `shift` days later. */
export const moment = (label: string, shift: number): yup.DateSchema<Date | undefined> =>
  yup
    .date()
    .transform((value, given) => (given === '' ? undefined : (startOfDay(given, shift) ?? value)))
    .typeError(`${label} — дата`);
