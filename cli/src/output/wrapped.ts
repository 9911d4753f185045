/** Wraps text to a terminal's width between words; a word longer than a line gets a line of its own. */
export function wrapped(text: string, columns = Number.POSITIVE_INFINITY, first = '', rest = first): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = isEmpty ? line + word : `${line} ${word}`;
    if (!isEmpty && [...longer].length > columns) {
      lines.push(line);
      line = rest + word;
    } else line = longer;
    isEmpty = false;
  }
  return [...lines, line];
}

/** Matches a command up to the next Russian word: if it were wrapped, a copy of one half would be another command. */
const COMMAND = /ostatok(?: (?![а-яё«])[^\s.,;:)]+(?:[.,;:][^\s.,;:)]+)*)+[.,;:)]*/g;
const GLUE = '\u0001';

/** Wraps each line of the text to the width, under its own indentation; commands stay whole. */
export function wrappedText(text: string, columns = Number.POSITIVE_INFINITY, first = ''): string {
  const under = ' '.repeat(first.length);
  return text
    .split('\n')
    .flatMap((line, at) => {
      const [indent = ''] = line.match(/^ */) ?? [];
      const start = (at === 0 ? first : under) + indent;
      const fits = [...start, ...line.trimStart()].length <= columns;
      if (fits) return [start + line.trimStart()];
      const glued = line.replace(COMMAND, (command) => command.replaceAll(' ', GLUE));
      return wrapped(glued, columns, start, under + indent).map((one) => one.replaceAll(GLUE, ' '));
    })
    .join('\n');
}
