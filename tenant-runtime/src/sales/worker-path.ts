import { join } from 'node:path';
import { builtFolder } from '../built-folder.ts';

/** The path of the program that reads tills' files: with the rest of the bundle, or beside this file in the source. */
export const workerPath = builtFolder ? join(builtFolder, 'sales-worker.mjs') : join(import.meta.dirname, 'worker.ts');
