import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { ItemCode } from '../../contract/items.endpoints.ts';
import type { ItemRow } from '../tables.ts';

type Codes = Pick<ItemRow, 'ean' | 'codes'>;

/** Returns every barcode of the item, the main one first. */
export const eansOf = ({ ean, codes }: Codes): string[] => [...(ean ? [ean] : []), ...codes.map((code) => code.ean)];

/** Returns how many bottles or pieces one scan of the barcode means. */
export const packOf = ({ codes }: Pick<Codes, 'codes'>, ean: string): number =>
  codes.find((code) => code.ean === ean)?.pack ?? 1;

/** Throws InvalidInput for the field. */
export function eanFrom(input: string, field: 'ean' | 'codes' = 'ean'): string {
  const ean = normaliseEan(input);
  if (ean) return ean;
  throw new InvalidInput(`Проверьте штрихкод ${input}: контрольная цифра не сходится`, {
    [field]: 'Неверный штрихкод',
  });
}

export const codesFrom = (codes: readonly ItemCode[]): ItemCode[] =>
  codes.map(({ ean, pack }) => ({ ean: eanFrom(ean, 'codes'), pack }));

/** Throws InvalidInput if the item lists a barcode twice, because it would be unclear how many one scan means. */
export function checkOwnCodes(item: Codes): void {
  const eans = eansOf(item);
  const twice = eans.find((ean, index) => eans.indexOf(ean) !== index);
  if (twice) throw new InvalidInput(`Штрихкод ${twice} указан дважды`, { codes: `${twice} указан дважды` });
}

/** Returns how many bottles or pieces the item's cases hold, each number once. */
export const packsOf = (codes: readonly ItemCode[]): number[] => [
  ...new Set(codes.flatMap(({ pack }) => (pack > 1 ? pack : []))),
];
