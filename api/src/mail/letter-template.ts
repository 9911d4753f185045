import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../templates/emails');

export type Values = Record<string, string>;
export interface WrittenLetter {
  subject: string;
  html: string;
  text: string;
}
interface Template {
  html: string;
  text: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
/** What people typed cannot forge a line of its own; the spaces that hold a number together stay. */
const oneLine = (text: string): string => text.replace(/[^\S\u00a0\u202f]+/g, ' ');

/** `{{key}}` is the value; `{{#key}}…{{/key}}` is there only where the value is not empty. */
function fill(template: string, values: Values, write: (text: string) => string): string {
  const told = (key: string): string => {
    const value = values[key];
    if (value === undefined) throw new Error(`a letter names ${key}, which it is not told`);
    return value;
  };
  return template
    .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, key: string, inner: string) => (told(key) ? inner : ''))
    .replace(/\{\{(\w+)\}\}/g, (_, key: string) => write(told(key)));
}

const compiled = new Map<string, Promise<Template>>();

async function compile(file: string): Promise<Template> {
  const path = join(folder, `${file}.mjml`);
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

/** Both parts and the subject of the letter kept in `file`, with what they name filled in. */
export async function fillLetter(file: string, subject: string, values: Values): Promise<WrittenLetter> {
  let template = compiled.get(file);
  if (!template) {
    template = compile(file);
    compiled.set(file, template);
    template.catch(() => compiled.delete(file));
  }
  const { html, text } = await template;
  return {
    subject: fill(subject, values, oneLine),
    html: fill(html, values, escapeHtml),
    text: fill(text, values, oneLine),
  };
}
