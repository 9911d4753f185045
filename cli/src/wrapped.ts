/** The text in lines of a terminal's width, broken between words; a word that is longer than a line stands alone. */
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
