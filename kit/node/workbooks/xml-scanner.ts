import { TextDecoder } from 'node:util';
import { unreadable } from './unreadable.ts';

/**
 * A scanner of exactly the XML that Office Open XML allows: elements, text, CDATA, comments. A document type is
 * rejected, so no entity is ever defined, fetched or expanded. Names come without their namespace prefix.
 */
export interface XmlHandler {
  /** `attributes` is the raw text: see `attribute`. An empty element is opened and closed. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Entities are decoded; one text may come in several chunks. */
  text(text: string): void;
  /** Handles the markup at `at` in one step and returns where it ends, or returns `at` to have it scanned. */
  shortcut?(data: string, at: number): number;
}

/** The longest tag or text; no honest one is longer. */
const MAX_PIECE = 4 * 1024 * 1024;

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the five named entities and character numbers; anything else stays as written. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|lt|gt|amp|quot|apos);/gi, (whole, body: string) => {
    if (!body.startsWith('#')) return named[body.toLowerCase()] ?? whole;
    const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

/** An attribute's value, whatever its prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = attributes[at - 1];
    if (at > 0 && before !== ' ' && before !== ':' && before !== '\n' && before !== '\t' && before !== '\r') continue;
    let quote = at + name.length;
    while (attributes[quote] === ' ') quote += 1;
    if (attributes[quote] !== '=') continue;
    quote += 1;
    while (attributes[quote] === ' ') quote += 1;
    const end = attributes.indexOf(attributes[quote] ?? '"', quote + 1);
    return end < 0 ? undefined : decodeEntities(attributes.slice(quote + 1, end));
  }
  return undefined;
}

/** The end of the tag that starts at `from`: the first > outside quotes, −1 when it is not there yet. */
function tagEnd(data: string, from: number): number {
  let quote = 0;
  for (let at = from; at < data.length; at += 1) {
    const code = data.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  return -1;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

function emitTag(tag: string, handler: XmlHandler): void {
  if (tag.charCodeAt(0) === 47) {
    handler.close(withoutPrefix(tag.slice(1).trimEnd()));
    return;
  }
  const empty = tag.charCodeAt(tag.length - 1) === 47;
  const body = empty ? tag.slice(0, -1) : tag;
  const space = body.search(/[\s/]/);
  const name = withoutPrefix(space < 0 ? body : body.slice(0, space));
  handler.open(name, space < 0 ? '' : body.slice(space));
  if (empty) handler.close(name);
}

/** Handles one markup that starts at `lt`; returns where the next begins, −1 when more data is needed. */
function markup(data: string, lt: number, handler: XmlHandler): number {
  const next = data.charCodeAt(lt + 1);
  if (next === 33) {
    if (data.startsWith('<!--', lt)) {
      const end = data.indexOf('-->', lt + 4);
      return end < 0 ? -1 : end + 3;
    }
    if (data.startsWith('<![CDATA[', lt)) {
      const end = data.indexOf(']]>', lt + 9);
      if (end < 0) return -1;
      handler.text(data.slice(lt + 9, end));
      return end + 3;
    }
    if (data.length - lt < 9) return -1;
    throw unreadable('unsafe');
  }
  if (next === 63) {
    const end = data.indexOf('?>', lt + 2);
    return end < 0 ? -1 : end + 2;
  }
  const end = tagEnd(data, lt + 1);
  if (end < 0) return -1;
  emitTag(data.slice(lt + 1, end), handler);
  return end + 1;
}

/**
 * Feeds the scanner; `batch` is called after each chunk of input. Throws damaged when the document does not close.
 */
export async function* scanXml<T>(
  input: AsyncIterable<Buffer>,
  handler: XmlHandler,
  batch: () => T,
): AsyncGenerator<T> {
  let decoder: TextDecoder | undefined;
  let rest = '';
  for await (const chunk of input) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    const data = rest + decoder.decode(chunk, { stream: true });
    let at = 0;
    for (;;) {
      const lt = data.indexOf('<', at);
      if (lt < 0) break;
      if (lt > at) handler.text(decodeEntities(data.slice(at, lt)));
      at = lt;
      const past = handler.shortcut?.(data, lt) ?? lt;
      const after = past > lt ? past : markup(data, lt, handler);
      if (after < 0) break;
      at = after;
    }
    rest = data.slice(at);
    if (rest.length > MAX_PIECE) throw unreadable('damaged');
    yield batch();
  }
  if (rest.trim() !== '') throw unreadable('damaged');
}

/** Scans a whole small document. */
export async function scanAll(input: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of scanXml(input, handler, () => undefined));
}
