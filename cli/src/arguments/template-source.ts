import { readFile } from 'node:fs/promises';
import { UserError } from '../errors/user-error.ts';

/** Reads a letter's page from a file: the platform compiles `.mjml`, anything else is HTML. Throws UserError. */
export async function templateSource(path: string): Promise<{ mjml: string } | { mjml: null; html: string }> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UserError(`Файл не читается: ${path}`, 'unreadable_file');
  });
  return path.endsWith('.mjml') ? { mjml: text } : { mjml: null, html: text };
}
