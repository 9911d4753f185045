import { join } from 'node:path';
import { builtFolder } from '../built-folder.ts';

/** The path of the program that reads suppliers' files: with the rest of the bundle, or beside this file in the source. */
export const workerPath = builtFolder
  ? join(builtFolder, 'delivery-worker.mjs')
  : join(import.meta.dirname, 'worker.ts');
