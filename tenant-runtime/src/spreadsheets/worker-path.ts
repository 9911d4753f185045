import { basename, join } from 'node:path';

const here = import.meta.dirname;

/** The spreadsheet process's program: beside the bundle in dist, beside this file in the source. */
export const workerPath = join(here, basename(here) === 'dist' ? 'spreadsheet-worker.mjs' : 'worker.ts');
