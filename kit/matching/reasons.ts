import type { Features } from './features.ts';

/** Something that two names are compared in. */
export interface Reason {
  of: 'brand' | 'volume' | 'variant' | 'kind' | 'age' | 'strength';
  /** Null where one of the names does not say it, or says it in part. */
  agrees: boolean | null;
}

const FOUND = 0.8;
const MISSING = 0.45;

const bySign = (value: number): boolean | null => (value === 0 ? null : value > 0);

function brandAgrees(found: number): boolean | null {
  if (found >= FOUND) return true;
  return found <= MISSING ? false : null;
}

/** Flavour, colour, sweetness or grade: what is said on one side alone makes another bottle of the brand. */
function variantAgrees({ variant, colour, sweetness, said }: Features): boolean | null {
  const against = variant + colour + sweetness;
  if (against < 0) return against <= -1 ? false : null;
  return said >= FOUND ? true : null;
}

/** What a person would look at: brand, volume and variant always, the others where both names say them. */
export function reasonsOf(features: Features): Reason[] {
  const { brand, volume, kind, number, strength } = features;
  const further = [
    { of: 'kind', agrees: bySign(kind) },
    { of: 'age', agrees: bySign(number) },
    { of: 'strength', agrees: bySign(strength) },
  ] as const;
  return [
    { of: 'brand', agrees: brandAgrees(brand) },
    { of: 'volume', agrees: bySign(volume) },
    { of: 'variant', agrees: variantAgrees(features) },
    ...further.filter(({ agrees }) => agrees !== null),
  ];
}
