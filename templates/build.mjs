import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageOf } from '../api/src/mail/mjml-page.ts';
import { readMjml, readText } from '../api/src/mail/shipped-letters.ts';

const dist = join(import.meta.dirname, 'dist/emails');

/** In one piece: a platform may be sending meanwhile. */
async function write(name, text) {
  await writeFile(join(dist, `${name}.new`), text);
  await rename(join(dist, `${name}.new`), join(dist, name));
}

/** Compiles the shipped letters into `dist/emails`: at work the platform needs MJML for administrators' own letters alone. */
await mkdir(dist, { recursive: true });
for (const name of await readdir(join(import.meta.dirname, 'emails'))) {
  if (!name.endsWith('.mjml')) continue;
  const letter = name.slice(0, -'.mjml'.length);
  const page = await pageOf(await readMjml(letter));
  if ('mistakes' in page) throw new Error(`${name}: ${JSON.stringify(page.mistakes)}`);
  await write(`${letter}.html`, page.html);
  // beside it, so that both parts are always of one release
  await write(`${letter}.txt`, await readText(letter));
}
