/**
 * Cuts the characters that `mark` matches off the end of a text. A pattern such as `[…]+$` tries each character of each
 * run in the text, which takes quadratic time; this looks only at the end.
 */
export function createTrimEnd(mark: RegExp): (text: string) => string {
  return (text) => {
    let end = text.length;
    while (end > 0) {
      const start = end > 1 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(end - 2, end)) ? end - 2 : end - 1;
      if (!mark.test(text.slice(start, end))) break;
      end = start;
    }
    return text.slice(0, end);
  };
}
