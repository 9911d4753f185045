import { basename, dirname } from 'node:path';

const here = import.meta.dirname;
const isBundled = import.meta.filename.endsWith('.mjs');

/** The folder of the bundle, wherever the release is kept, for code of the bundle or of its chunks; else undefined. */
export const builtFolder = isBundled ? (basename(here) === 'chunks' ? dirname(here) : here) : undefined;
