export type Values = Record<string, string>;
export interface WrittenLetter {
  subject: string;
  html: string;
  text: string;
}
/** A template of all three parts, each with placeholders. */
export type LetterTemplate = WrittenLetter;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
/** Collapses white space, so that typed text can't forge a line of its own; no-break spaces within numbers stay. */
const oneLine = (text: string): string => text.replace(/[^\S\u00a0\u202f]+/g, ' ');

/** The beginning or end of a section. */
export const SECTION_MARK = /\{\{([#/])(\w+)\}\}/g;

/** Scans the template once, however many sections are opened and never closed. */
function fillSections(template: string, isFilled: (key: string) => boolean): string {
  const marks = [...template.matchAll(SECTION_MARK)];
  const lastEnds = new Map(marks.flatMap(({ 1: kind, 2: key, index }) => (kind === '/' ? [[key, index]] : [])));
  let filled = '';
  let done = 0;
  for (const { 0: mark, 1: kind, 2: key = '', index } of marks) {
    if (kind === '/' || index < done || (lastEnds.get(key) ?? -1) < index) continue;
    const end = `{{/${key}}}`;
    const at = template.indexOf(end, index);
    filled += template.slice(done, index) + (isFilled(key) ? template.slice(index + mark.length, at) : '');
    done = at + end.length;
  }
  return filled + template.slice(done);
}

/** `{{key}}` becomes the value; `{{#key}}…{{/key}}` stays only where the value is not empty. */
function fillPart(template: string, values: Values, write: (text: string) => string): string {
  const valueFor = (key: string): string => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) throw new Error(`a letter names ${key}, which it is not told`);
    return value;
  };
  const present = fillSections(template, (key) => valueFor(key) !== '');
  return present.replace(/\{\{(\w+)\}\}/g, (_, key: string) => write(valueFor(key)));
}

/** Fills in the subject and both parts. Throws when a placeholder has no value. */
export const fill = ({ subject, html, text }: LetterTemplate, values: Values): WrittenLetter => ({
  subject: fillPart(subject, values, oneLine),
  html: fillPart(html, values, escapeHtml),
  text: fillPart(text, values, oneLine),
});
