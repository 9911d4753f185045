import { parseXml, XmlCdata, XmlElement, XmlText } from '@rgrove/parse-xml';
import { Unreadable } from '../errors.ts';
import { russianText } from '../russian-text.ts';

/** The tree of a document takes up to thirty times its size, and the process that reads it has 144 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

const reasons = {
  damaged: 'Файл XML повреждён или передан не до конца. Скачайте его заново',
  unsafe: 'В файле XML есть описание типа (DOCTYPE), которого в документах не бывает. Такой файл не читается',
  encoding: 'Не удалось понять кодировку файла XML. Сохраните его в UTF-8 или windows-1251',
  too_big: 'Файл XML больше 4 МБ. Загрузите документ по частям',
} as const;
const unreadable = (reason: keyof typeof reasons): Unreadable => new Unreadable(`xml_${reason}`, reasons[reason]);

/** An element by its name without the prefix; `namespace` is what the prefix stands for, empty without one. */
export interface Element {
  name: string;
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Element[];
  /** Its own text, without that of the elements in it. */
  text: string;
}

const DECLARED = /^[^<]{0,10}<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w-]{1,40})["']/;

/** Programs declare windows-1251 and write UTF-8, and the other way round, so another encoding alone is believed. */
function textOf(bytes: Buffer): string {
  const declared = DECLARED.exec(bytes.toString('latin1', 0, 300))?.[1]?.toLowerCase();
  const text = russianText(bytes, declared?.startsWith('utf') ? undefined : declared);
  if (text === undefined) throw unreadable('encoding');
  return text;
}

type Names = Readonly<Record<string, string>>;

const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));
const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the namespaces that apply in an element: those around it and its own. */
function namesIn(element: XmlElement, around: Names): Names {
  const own = Object.entries(element.attributes).filter(([name]) => /^xmlns(:|$)/.test(name));
  if (own.length === 0) return around;
  return { ...around, ...Object.fromEntries(own.map(([name, uri]) => [name === 'xmlns' ? '' : localOf(name), uri])) };
}

function elementOf(element: XmlElement, around: Names): Element {
  const names = namesIn(element, around);
  const children: Element[] = [];
  let text = '';
  for (const child of element.children) {
    if (child instanceof XmlElement) children.push(elementOf(child, names));
    else if (child instanceof XmlText || child instanceof XmlCdata) text += child.text;
  }
  const attributes = Object.entries(element.attributes).map(([name, value]) => [localOf(name), value]);
  return {
    name: localOf(element.name),
    namespace: names[prefixOf(element.name)] ?? '',
    attributes: Object.fromEntries(attributes),
    children,
    text: text.trim(),
  };
}

/** Reads a whole document and returns its root. No entity is ever defined or expanded: a document type is refused. */
export function readXml(bytes: Buffer): Element {
  if (bytes.length > MAX_BYTES) throw unreadable('too_big');
  const text = textOf(bytes).replace(/^\ufeff?\s+(?=<)/, '');
  if (/<!DOCTYPE/i.test(text)) throw unreadable('unsafe');
  try {
    const { root } = parseXml(text);
    if (root) return elementOf(root, {});
  } catch {
    // also the stack's end, in a document that is nested without end
  }
  throw unreadable('damaged');
}

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  (element?.children ?? []).filter((child) => child.name === name);

/** Returns the first element of a path of names. */
export function childOf(element: Element | undefined, ...path: string[]): Element | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}

/** Returns the text of the first element of a path; null if it is empty or absent. */
export const textAt = (element: Element | undefined, ...path: string[]): string | null =>
  childOf(element, ...path)?.text || null;

/** Returns an attribute without blanks around; null if it is empty or absent. */
export const attributeOf = (element: Element | undefined, name: string): string | null =>
  element?.attributes[name]?.trim() || null;
