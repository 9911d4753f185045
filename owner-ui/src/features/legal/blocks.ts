/** A part of a line: plain, strong or a link. */
export interface Span {
  text: string;
  strong?: boolean;
  href?: string;
}

export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; lines: Span[][] };

const SPAN = /\*\*(?<strong>[^*]+)\*\*|\[(?<text>[^\]]+)\]\((?<href>[^)]+)\)/g;

function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(SPAN)) {
    if (match.index > from) spans.push({ text: line.slice(from, match.index) });
    const { strong, text, href } = match.groups ?? {};
    spans.push(strong ? { text: strong, strong: true } : { text: text ?? '', href });
    from = match.index + match[0].length;
  }
  if (from < line.length) spans.push({ text: line.slice(from) });
  return spans;
}

function blockOf(lines: string[]): Block {
  const [first = ''] = lines;
  if (first.startsWith('# ')) return { kind: 'title', text: first.slice(2) };
  if (first.startsWith('## ')) return { kind: 'heading', text: first.slice(3) };
  if (first.startsWith('- ')) return { kind: 'list', lines: lines.map((line) => spansOf(line.slice(2))) };
  return { kind: 'paragraph', spans: spansOf(lines.join(' ')) };
}

/** Parses the subset of Markdown that the legal texts use: headings, paragraphs and lists, separated by empty lines. */
export const blocksOf = (markdown: string): Block[] =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map((block) => blockOf(block.split('\n')));
