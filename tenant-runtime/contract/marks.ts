import { rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { recordedAt } from './fields.ts';
import { MAX_MARK, readMark } from './read-mark.ts';

/** A mark as it was read, typed or pasted, with or without what follows its serial. */
export const mark = () =>
  yup
    .string()
    .strict()
    .typeError('Марка — текст')
    .max(MAX_MARK, `Марка не длиннее ${MAX_MARK} знаков`)
    .test(
      'mark',
      'Это не марка или она прочитана не целиком',
      (value) => value === undefined || readMark(value) !== null,
    );

export const findMarkSchema = yup.object({ mark: mark().required('Нет марки') });

/** Whose bottle a mark is. All stamps of the same alccode are of the same item. */
export const linkMarkSchema = yup.object({
  mark: mark().required('Нет марки'),
  itemId: rowId('Номер позиции — целое число').strict().required('Укажите позицию'),
  at: recordedAt(),
});
export type LinkMark = yup.InferType<typeof linkMarkSchema>;
