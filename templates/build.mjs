import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageOf } from '../api/src/mail/mjml-page.ts';
import { readMjml, readText } from '../api/src/mail/shipped-letters.ts';

const dist = join(import.meta.dirname, 'dist/emails');

/** Writes atomically: a platform may be sending letters meanwhile. */
async function write(name, text) {
  await writeFile(join(dist, `${name}.new`), text);
  await rename(join(dist, `${name}.new`), join(dist, name));
}

/**
 * Compiles the shipped letters into `dist/emails`: at run time the platform needs MJML only for administrators' own
 * letters.
 */
await mkdir(dist, { recursive: true });
for (const name of await readdir(join(import.meta.dirname, 'emails'))) {
  if (!name.endsWith('.mjml')) continue;
  const letter = name.slice(0, -'.mjml'.length);
  const page = await pageOf(await readMjml(letter));
  if ('mistakes' in page) throw new Error(`${name}: ${JSON.stringify(page.mistakes)}`);
  await write(`${letter}.html`, page.html);
  // written beside the HTML, so that both parts always belong to one release
  await write(`${letter}.txt`, await readText(letter));
}
