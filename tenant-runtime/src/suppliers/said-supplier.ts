import { plain } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { SupplierRow } from '../tables.ts';

/** What a file says of its supplier. */
export interface SaidSupplier {
  name: string | null;
  inn: string | null;
  code: string | null;
}

type Known = Pick<SupplierRow, 'id' | 'name' | 'inn' | 'codes'>;

/** Papers write the form in full, people write it short or not at all. */
const FORMS =
  /^(общество с ограниченной ответственностью|индивидуальный предприниматель|(публичное |закрытое |открытое )?акционерное общество|ооо|ип|пао|зао|оао|ао) /;

const SHORT_FORMS: [full: RegExp, short: string][] = [
  [/^общество с ограниченной ответственностью(?=\s)/i, 'ООО'],
  [/^индивидуальный предприниматель(?=\s)/i, 'ИП'],
  [/^публичное акционерное общество(?=\s)/i, 'ПАО'],
  [/^закрытое акционерное общество(?=\s)/i, 'ЗАО'],
  [/^открытое акционерное общество(?=\s)/i, 'ОАО'],
  [/^акционерное общество(?=\s)/i, 'АО'],
];

/** Returns the name as people write it: «ООО "Ромашка"», the form in short. */
export function shortName(name: string): string {
  const [full, short] = SHORT_FORMS.find(([form]) => form.test(name)) ?? [];
  return full && short ? name.replace(full, short) : name;
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns what is left of a name without its form, its quotes and its case: «ООО "Ромашка"» is «Ромашка». */
const coreOf = (name: string): string => plain(name).replace(FORMS, '');

/**
 * Finds the supplier that a file means, the surest first: by what its system calls them, by their INN, by their name. A
 * name alone is not enough where the INNs differ, or where several have it.
 */
export function chooseSupplier(known: readonly Known[], { name, inn, code }: SaidSupplier): Known | undefined {
  const byCode = code === null ? undefined : known.find(({ codes }) => codes.includes(code));
  const byInn = inn === null ? undefined : known.find((supplier) => supplier.inn === inn);
  if (byCode ?? byInn) return byCode ?? byInn;
  if (name === null) return undefined;
  const core = coreOf(name);
  const named = known.filter(
    (one) => coreOf(one.name) === core && (inn === null || one.inn === null || one.inn === inn),
  );
  return named.find((one) => isSameName(one.name, name)) ?? (named.length === 1 ? named[0] : undefined);
}

/** Returns a name for a new supplier; their INN tells them from a known one of the same name. */
export const newSupplierName = (known: readonly Known[], name: string, inn: string | null): string =>
  inn !== null && known.some((one) => isSameName(one.name, name)) ? `${name} (ИНН ${inn})` : name;
