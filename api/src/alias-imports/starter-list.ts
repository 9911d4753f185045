import { join } from 'node:path';

/** Well-known drinks that come with the program, as a file that an administrator could have chosen. */
export const starterList = {
  path: join(import.meta.dirname, '../../../templates/catalogue/drinks.csv'),
  filename: 'стартовый список.csv',
};

/** A later release's list leaves what people have corrected. */
export const STARTER_SOURCE = 'Стартовый список';
