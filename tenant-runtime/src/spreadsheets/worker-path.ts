import { basename, dirname, join } from 'node:path';

const here = import.meta.dirname;
const built = basename(here) === 'chunks' ? dirname(here) : here;

/**
 * The path of the spreadsheet process's program: in dist with the rest of the bundle, or beside this file in the
 * source.
 */
export const workerPath = basename(built) === 'dist' ? join(built, 'spreadsheet-worker.mjs') : join(here, 'worker.ts');
