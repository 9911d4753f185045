/** The HTML tags that MAX knows, and the type of markup that each becomes. Other tags are removed. */
const MARKUP: Record<string, string> = {
  i: 'emphasized',
  em: 'emphasized',
  b: 'strong',
  strong: 'strong',
  del: 'strikethrough',
  s: 'strikethrough',
  ins: 'underline',
  u: 'underline',
  pre: 'monospaced',
  code: 'monospaced',
  mark: 'highlighted',
  blockquote: 'quote',
  h1: 'heading',
  a: 'link',
};
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };

const unescaped = (text: string): string =>
  text.replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

interface Formatted {
  text: string;
  markup: object[];
}

function fromHtml(html: string): Formatted {
  const markup: object[] = [];
  const open: { tag: string; from: number; url: string | undefined }[] = [];
  let text = '';
  for (const [, plain, close, tag = '', attributes = ''] of html.matchAll(/([^<]+)|<(\/?)(\w+)([^>]*)>|</g)) {
    const name = tag.toLowerCase();
    if (plain !== undefined) text += unescaped(plain);
    else if (close) {
      const index = open.findLastIndex((one) => one.tag === name);
      const [opened] = index < 0 ? [] : open.splice(index, 1);
      if (!opened) continue;
      const { from, url } = opened;
      markup.push({ type: MARKUP[name], from, length: text.length - from, ...(url !== undefined && { url }) });
    } else if (MARKUP[name]) {
      open.push({ tag: name, from: text.length, url: /href="([^"]*)"/.exec(attributes)?.[1] });
    }
  }
  return { text, markup };
}

/** Splits a text into what is shown and its markup. Markdown is not parsed here: its signs stay in the text. */
export function formatted(text: string, format: 'markdown' | 'html' | null | undefined): Formatted {
  return format === 'html' ? fromHtml(text) : { text, markup: [] };
}
