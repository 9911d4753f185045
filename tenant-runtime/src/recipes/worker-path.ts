import { join } from 'node:path';
import { builtFolder } from '../built-folder.ts';

/** The path of the program that reads files of recipes: with the rest of the bundle, or beside this file in the source. */
export const workerPath = builtFolder ? join(builtFolder, 'recipe-worker.mjs') : join(import.meta.dirname, 'worker.ts');
