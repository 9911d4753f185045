import type { EmailPreview, EmailVariable } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { escapeHtml, fill, type LetterTemplate, SECTION_MARK, type Values } from './letter-template.ts';
import { compileMjml } from './mjml.ts';

const NAME = /\{\{#?\/?(\w+)\}\}/g;
/** Double braces that don't form a valid placeholder. */
const MALFORMED = /\{\{(?!#?\/?\w+\}\})[^{}]{0,60}\}\}/;
const WIDTH = 100;

/** Makes the text part of a letter that has none. Its package is loaded here: templates are seldom written. */
async function textOf(html: string): Promise<string> {
  const { convert } = await import('html-to-text');
  const text = convert(html, {
    wordwrap: WIDTH,
    limits: { maxInputLength: 2_000_000, maxDepth: 100 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  return text.trim();
}

const namesIn = (text: string): string[] => [...text.matchAll(NAME)].map(([, name]) => name ?? '');

const unknownIn = ({ subject, html, text }: LetterTemplate, known: string[]): string[] => [
  ...new Set(namesIn(`${subject}\n${html}\n${text}`).filter((name) => !known.includes(name))),
];

const braced = (names: string[]): string => names.map((name) => `{{${name}}}`).join(', ');

/** Finds a section that is opened and not closed, or the other way round. */
function openSection(text: string): string | undefined {
  let done = 0;
  for (const { 1: kind, 2: name = '', index } of text.matchAll(SECTION_MARK)) {
    if (index < done) continue;
    const end = `{{/${name}}}`;
    const at = kind === '#' ? text.indexOf(end, index) : -1;
    if (at < 0) return name;
    done = at + end.length;
  }
  return undefined;
}

/** Removes style sheets, which have braces of their own. */
const withoutStyles = (html: string): string =>
  html
    .split(/<\/style>/i)
    .map((part, at, all) => (at < all.length - 1 ? part.replace(/<style\b.*$/is, '') : part))
    .join('');

/** Throws InvalidInput when the template could not be filled or lacks a required placeholder. */
export function checkTemplate(template: LetterTemplate, variables: EmailVariable[]): void {
  const known = variables.map(({ name }) => name);
  const whole = `${template.subject}\n${template.html}\n${template.text}`;
  const refuse = (message: string, code: string): never => {
    throw new InvalidInput(message, { html: message }, code);
  };
  const unknown = unknownIn(template, known);
  if (unknown.length > 0) refuse(`Таких переменных нет: ${braced(unknown)}`, 'unknown_variable');
  const malformed = MALFORMED.exec(withoutStyles(template.html))?.[0];
  if (malformed) refuse(`Переменная записана неверно: ${malformed}`, 'malformed_variable');
  const open = openSection(whole);
  if (open) refuse(`Раздел {{#${open}}} не закрыт: нужен {{/${open}}}`, 'open_section');
  const missing = variables.filter(({ name, required }) => required && !names(template, name)).map(({ name }) => name);
  if (missing.length > 0) refuse(`Письмо не может обойтись без ${braced(missing)}`, 'missing_variable');
}

/** Both parts must have the placeholder, since a recipient may read only one of them. */
const names = ({ html, text }: LetterTemplate, name: string): boolean =>
  [html, text].every((part) => part.includes(`{{${name}}}`));

/** Builds the template to be sent from the editor's input: the page and its text. */
export async function buildTemplate(input: {
  subject: string;
  mjml?: string | null;
  html: string;
  text?: string;
}): Promise<LetterTemplate> {
  const html = input.mjml?.trim() ? await compileMjml(input.mjml) : input.html;
  return { subject: input.subject, html, text: input.text?.trim() ? input.text : await textOf(html) };
}

/** Fills in examples; unknown placeholders stay as typed. */
export function previewOf(template: LetterTemplate, values: Values): EmailPreview {
  const unknown = unknownIn(template, Object.keys(values));
  const asTyped = Object.fromEntries(unknown.map((name) => [name, `{{${name}}}`]));
  return { ...fill(template, { ...asTyped, ...values }), unknown };
}

const UNSUBSCRIBE = '{{unsubscribe}}';

/** Adds an unsubscribe link to a campaign's letter where its author has not. */
export function withUnsubscribe(template: LetterTemplate): LetterTemplate {
  const says = `Не хотите получать такие письма?`;
  const link = `<p style="margin:24px 0;text-align:center;font:13px/1.5 Arial,sans-serif;color:#5e5a51">${escapeHtml(says)} <a href="${UNSUBSCRIBE}" style="color:#0f766e">Отписаться</a></p>`;
  const { html, text } = template;
  const end = html.search(/<\/body>/i);
  return {
    ...template,
    html: html.includes(UNSUBSCRIBE) ? html : end < 0 ? html + link : html.slice(0, end) + link + html.slice(end),
    text: text.includes(UNSUBSCRIBE) ? text : `${text}\n\n—\n${says} Отписаться: ${UNSUBSCRIBE}`,
  };
}
