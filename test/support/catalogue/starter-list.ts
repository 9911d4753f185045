import { readFileSync } from 'node:fs';
import { starterList } from '@ostatok/api/src/alias-imports/starter-list.ts';
import { parse } from 'csv-parse/sync';

/** A row of the starter list, as it is written. */
export interface StarterDrink {
  ean: string;
  name: string;
  brand: string;
  category: string;
  subcategory: string;
  volumeMl: number;
  strength: string;
  country: string;
}

export const starterDrinks: StarterDrink[] = parse(readFileSync(starterList.path), {
  delimiter: ';',
  fromLine: 2,
}).map(([ean = '', name = '', brand = '', category = '', subcategory = '', volume, strength = '', country = '']) => ({
  ...{ ean, name, brand, category, subcategory, strength, country },
  volumeMl: Number(volume),
}));
