import { badRequest } from '../bot-api/bot-api-error.ts';

export interface Entity {
  type: string;
  offset: number;
  length: number;
  url?: string;
}

const types: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strikethrough',
  code: 'code',
  pre: 'pre',
  a: 'text_link',
};
const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

const plain = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => characters[name] ?? '');

/** Parses `parse_mode: HTML` into text with entities; offsets count UTF-16 units, as in the Bot API. */
export function parseHtml(html: string): { text: string; entities: Entity[] } {
  const open: (Entity & { tag: string })[] = [];
  const entities: Entity[] = [];
  let text = '';
  for (const [part, slash, name] of html.matchAll(/<(\/?)([a-z]+)[^>]*>|[^<]+|</gi)) {
    if (part === '<') throw badRequest(`can't parse entities: Unsupported start tag at byte offset ${text.length}`);
    if (!name) {
      text += plain(part);
      continue;
    }
    const tag = name.toLowerCase();
    const type = types[tag];
    if (!type) throw badRequest(`can't parse entities: Unsupported start tag "${name}"`);
    if (!slash) {
      const url = /href="([^"]*)"/i.exec(part)?.[1];
      open.push({ tag, type, offset: text.length, length: 0, ...(url ? { url: plain(url) } : {}) });
      continue;
    }
    const last = open.pop();
    if (last?.tag !== tag) throw badRequest(`can't parse entities: Unmatched end tag "${name}"`);
    const { tag: _, ...entity } = last;
    entities.push({ ...entity, length: text.length - last.offset });
  }
  if (open.length > 0) throw badRequest(`can't parse entities: Can't find end tag for "${open[0]?.tag}"`);
  return { text, entities: entities.filter(({ length }) => length > 0).sort((a, b) => a.offset - b.offset) };
}

/** Finds the commands in a person's text, as Telegram does: bots recognise `/start` by this entity. */
export function commandEntities(text: string): Entity[] {
  return [...text.matchAll(/(?<=^|\s)\/[A-Za-z0-9_]{1,32}(?:@\w+)?/g)].map((match) => ({
    type: 'bot_command',
    offset: match.index,
    length: match[0].length,
  }));
}
