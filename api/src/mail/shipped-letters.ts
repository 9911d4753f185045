import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const templates = join(import.meta.dirname, '../../../templates');
const folder = join(templates, 'emails');
/** The output folder of `templates/build.mjs`. */
const built = join(templates, 'dist/emails');

/** Reads the MJML in `file` with its includes inlined, so that it is complete by itself. */
export async function readMjml(file: string): Promise<string> {
  const mjml = await readFile(join(folder, `${file}.mjml`), 'utf8');
  const parts = await Promise.all(
    [...mjml.matchAll(/<mj-include path="\.\/([\w/-]+\.mjml)" \/>/g)].map(async ([tag, path = '']) => {
      return [tag, (await readFile(join(folder, path), 'utf8')).trim()] as const;
    }),
  );
  return parts.reduce((whole, [tag, part]) => whole.replace(tag, () => part), mjml);
}

export const readText = (file: string): Promise<string> => readFile(join(folder, `${file}.txt`), 'utf8');

/** Reads both built parts of the letter in `file`; undefined when they were not built. */
export async function readBuilt(file: string, from = built): Promise<{ html: string; text: string } | undefined> {
  try {
    const [html, text] = await Promise.all(
      ['html', 'txt'].map((part) => readFile(join(from, `${file}.${part}`), 'utf8')),
    );
    return { html: html ?? '', text: text ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
