/**
 * Loaded into ava's own process: its TAP cannot be written of an error without a stack, as «fetch failed», and all that
 * the other tests said would be lost with it. What is undefined is left out instead.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const yaml = createRequire(join(import.meta.dirname, '../../node_modules/supertap/dist/index.js'))('js-yaml');
const write = yaml.safeDump;
yaml.safeDump = (error: unknown) => write(error, { skipInvalid: true });
