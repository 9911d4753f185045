/** Fields that several schemas of a tenant's requests have. */
import { rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { MAX_PRESET_TARE_G, MAX_QUANTITY } from './limits.ts';
import { oneLine } from './one-line.ts';

const threeDecimals = (value: number | null | undefined): boolean =>
  value == null || Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6;

/** A quantity in the item's unit: a JSON number with at most three decimals. */
export const quantity = (): yup.NumberSchema =>
  yup
    .number()
    .strict()
    .typeError('Количество — число')
    .min(-MAX_QUANTITY, `Количество не меньше −${MAX_QUANTITY}`)
    .max(MAX_QUANTITY, `Количество не больше ${MAX_QUANTITY}`)
    .test('three-decimals', 'Не больше трёх знаков после запятой', threeDecimals);

/** The difference from which a line is asked for again; null asks for none. */
export const recountThreshold = () => quantity().min(0.001, 'Порог больше нуля').nullable();

/** The weight of a bottle with what is in it. */
export const grossWeight = () =>
  yup
    .number()
    .strict()
    .typeError('Вес — число граммов')
    .min(0, 'Вес не меньше нуля')
    .max(100_000, 'Вес не больше 100 кг');

/** The grams of what stands on a weighed bottle, such as a pourer: the gross weight includes them, and the bottle does not. */
export const presetTare = () =>
  yup
    .number()
    .strict()
    .typeError('Вес насадки — число граммов')
    .min(0, 'Вес насадки не меньше нуля')
    .max(MAX_PRESET_TARE_G, `Вес насадки не больше ${MAX_PRESET_TARE_G} г`);

export const PRESET_TARE_ALONE = 'Вес насадки бывает только у взвешенной бутылки';

/**
 * Accepts only text, and makes it one line without surrounding spaces. (yup's own `strict` would refuse the spaces, and
 * its `trim` would turn numbers into text.)
 */
export const trimmed = (): yup.StringSchema =>
  yup.string().transform((_value, given) => (typeof given === 'string' ? oneLine(given) : given));

/** One line of text: a name or a reason. */
export const line = (label: string, max: number): yup.StringSchema =>
  trimmed().typeError(`${label} — текст`).max(max, `Не длиннее ${max} знаков`);

export const areaName = () => line('Зона', 60).required('Назовите зону');

/** Text that is taken as given. */
export const exactText = (label: string, max: number): yup.StringSchema =>
  yup.string().strict().typeError(`${label} — текст`).max(max, `Не длиннее ${max} знаков`);

export const note = () =>
  yup
    .string()
    .strict()
    .typeError('Примечание — текст')
    .max(500, 'Примечание не длиннее 500 знаков')
    // The database stores no such character, and its refusal would fail the whole request.
    .test('no-nul', 'В примечании недопустимый символ', (value) => !value?.includes('\0'));

export const ean = () => yup.string().strict().typeError('Штрихкод — текст').max(18);

/** One scan of the barcode means this many bottles or pieces. */
export const pack = () =>
  yup
    .number()
    // yup's own `strict` would leave out the default.
    .transform((_value, given) => given)
    .typeError('Штук в упаковке — число')
    .integer('Штук в упаковке — целое число')
    .min(1, 'В упаковке хотя бы одна штука')
    .max(1000, 'В упаковке не больше 1000 штук')
    .default(1);

export const yesOrNo = (label: string) => yup.boolean().strict().typeError(`${label} — да или нет`);

/** When a device recorded it. */
export const recordedAt = () => yup.date().typeError('Время записано неверно');

/** A day, or a moment within it, for a filter's `from` and `to`. */
export const moment = (): yup.StringSchema =>
  yup
    .string()
    .strict()
    .typeError('Время записано неверно')
    .test('moment', 'Ожидается день вида 2026-01-31 или время вида 2026-01-31T12:00:00Z', (value) => {
      if (value === undefined) return true;
      if (!/^20\d\d-\d\d-\d\d($|T)/.test(value)) return false;
      const time = new Date(value);
      return !Number.isNaN(time.getTime()) && (value.length > 10 || time.toISOString().startsWith(value));
    });

/** The user by whom a list is filtered. */
export const filterUser = () => rowId('Номер пользователя — целое число');
