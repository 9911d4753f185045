export type Block = { kind: 'title' | 'heading' | 'paragraph'; text: string } | { kind: 'list'; lines: string[] };

function blockOf(lines: string[]): Block {
  const [first = ''] = lines;
  if (first.startsWith('# ')) return { kind: 'title', text: first.slice(2) };
  if (first.startsWith('## ')) return { kind: 'heading', text: first.slice(3) };
  if (first.startsWith('- ')) return { kind: 'list', lines: lines.map((line) => line.slice(2)) };
  return { kind: 'paragraph', text: lines.join(' ') };
}

/** As much of Markdown as the legal texts use: headings, paragraphs and lists, parted by empty lines. */
export const blocksOf = (markdown: string): Block[] =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map((block) => blockOf(block.split('\n')));
