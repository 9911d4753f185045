import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../templates/emails');

/** Every letter the platform writes: its file in templates/emails and its subject. */
const letters = {
  verify_email: { file: 'verify', subject: 'Подтвердите адрес почты' },
  welcome: { file: 'welcome', subject: 'Добро пожаловать в «Остаток»' },
  reset_password: { file: 'reset', subject: 'Сброс пароля' },
} as const;
export type LetterName = keyof typeof letters;
export const letterNames = Object.keys(letters) as LetterName[];

export interface LetterData {
  name: string;
  link: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

const fill = (template: string, data: LetterData, write: (text: string) => string): string =>
  template.replace(/\{\{(name|link)\}\}/g, (_, key: keyof LetterData) => write(data[key]));

const compiled = new Map<LetterName, Promise<{ html: string; text: string }>>();

async function compile(name: LetterName): Promise<{ html: string; text: string }> {
  const path = join(folder, `${letters[name].file}.mjml`);
  // MJML is heavy, and most starts of the platform send nothing
  const { default: mjml2html } = await import('mjml');
  const { html } = await mjml2html(await readFile(path, 'utf8'), {
    filePath: path,
    ignoreIncludes: false,
    validationLevel: 'strict',
    fonts: {},
  });
  return { html, text: await readFile(path.replace(/mjml$/, 'txt'), 'utf8') };
}

/** The letter as it goes out. What people typed is escaped, and cannot forge a line of the text part. */
export async function writeLetter(
  name: LetterName,
  data: LetterData,
): Promise<{ subject: string; html: string; text: string }> {
  let template = compiled.get(name);
  if (!template) {
    template = compile(name);
    compiled.set(name, template);
    template.catch(() => compiled.delete(name));
  }
  const { html, text } = await template;
  const oneLine = (value: string): string => value.replace(/\s+/g, ' ');
  return { subject: letters[name].subject, html: fill(html, data, escapeHtml), text: fill(text, data, oneLine) };
}
