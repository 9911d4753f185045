import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageOf } from '../api/src/mail/mjml-page.ts';
import { readMjml } from '../api/src/mail/shipped-letters.ts';

const dist = join(import.meta.dirname, 'dist/emails');

/** Compiles the shipped letters into `dist/emails`: at work the platform needs MJML for administrators' own letters alone. */
await mkdir(dist, { recursive: true });
for (const name of await readdir(join(import.meta.dirname, 'emails'))) {
  if (!name.endsWith('.mjml')) continue;
  const letter = name.slice(0, -'.mjml'.length);
  const page = await pageOf(await readMjml(letter));
  if ('mistakes' in page) throw new Error(`${name}: ${JSON.stringify(page.mistakes)}`);
  await writeFile(join(dist, `${letter}.html`), page.html);
}
