/**
 * Loaded into ava's own process: its TAP reporter fails on an error without a stack, such as «fetch failed», and the
 * output of all other tests would be lost. Undefined fields are left out instead.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const yaml = createRequire(join(import.meta.dirname, '../../../node_modules/supertap/dist/index.js'))('js-yaml');
const write = yaml.safeDump;
yaml.safeDump = (error: unknown) => write(error, { skipInvalid: true });
