import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { readMark } from '../../../contract/read-mark.ts';

/** Ten digits of a company or twelve of a person; anything else is none. */
export const innOf = (text: string | null | undefined): string | null =>
  text && /^(\d{10}|\d{12})$/.test(text) ? text : null;

/** Returns the barcode of a GTIN, which may be of fourteen digits with zeros before. */
export const barcodeOf = (text: string | null | undefined): string | null =>
  text ? (normaliseEan(text) ?? normaliseEan(text.replace(/^0(?=\d{13}$)/, '')) ?? null) : null;

/** Returns the barcode that all marks have in common. */
export function barcodeOfMarks(marks: readonly string[]): string | null {
  const codes = new Set(
    marks.map((text) => {
      const mark = readMark(text);
      return mark?.kind === 'gs1' ? mark.ean : null;
    }),
  );
  const [only = null] = codes;
  return codes.size === 1 ? only : null;
}

const LARGEST_BOTTLE_ML = 1_000_000;

/** Returns millilitres of a volume in litres; null where it is none. */
export function millilitresOf(litres: string | number | null | undefined): number | null {
  const volume = Math.round(Number(litres ?? 0) * 1000);
  return volume > 0 && volume <= LARGEST_BOTTLE_ML ? volume : null;
}
