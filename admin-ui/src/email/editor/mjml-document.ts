/** Matches a tag's attributes; quoted values may contain any character. */
const ATTRIBUTES = `(?:[^"'<>]|"[^"]*"|'[^']*')*`;

/** Blocks that the canvas shows without parsing their content: an HTML parser would drop rows outside a table. */
export const WHOLE_BLOCKS = ['mj-table', 'mj-raw', 'mj-accordion', 'mj-carousel', 'mj-include'];

const DOCUMENT = new RegExp(
  String.raw`^\s*(<mjml${ATTRIBUTES}>)\s*(<mj-head${ATTRIBUTES}>[\s\S]*<\/mj-head>)?\s*(<mj-body${ATTRIBUTES}>[\s\S]*<\/mj-body>)\s*<\/mjml>\s*$`,
);
const CLOSED = new RegExp(`<(mj-[\\w-]+)(${ATTRIBUTES}?)\\s*/>`, 'g');
const WHOLE = new RegExp(`<(${WHOLE_BLOCKS.join('|')})(${ATTRIBUTES})>([\\s\\S]*?)</\\1>`, 'g');

export interface MjmlDocument {
  /** The opening tag `<mjml …>`. */
  open: string;
  /** The whole `<mj-head>`, kept as written; empty when there is none. */
  head: string;
  body: string;
}

/** Splits a letter's MJML; undefined when it is not a complete document. */
export function splitMjml(mjml: string): MjmlDocument | undefined {
  const found = DOCUMENT.exec(mjml);
  if (!found) return undefined;
  const [, open = '<mjml>', head = '', body = ''] = found;
  return { open, head, body };
}

export const joinMjml = ({ open, head, body }: MjmlDocument): string =>
  `${open}\n${head ? `  ${head}\n` : ''}  ${body}\n</mjml>\n`;

/**
 * Converts MJML for an HTML parser: it expands self-closing tags and puts the content of whole blocks into an
 * attribute.
 */
export function toCanvas(mjml: string): string {
  return mjml
    .replace(CLOSED, '<$1$2></$1>')
    .replace(
      WHOLE,
      (_, name: string, attributes: string, inside: string) =>
        `<${name}${attributes} data-inside="${encodeURIComponent(inside)}"></${name}>`,
    );
}

/** The head's CSS for the canvas, which is always light: rules that depend on the reader's screen are left out. */
export function stylesOf(head: string): string {
  const styles = [...head.matchAll(/<mj-style[^>]*>([\s\S]*?)<\/mj-style>/g)].map(([, css = '']) => css).join('\n');
  return styles.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
}

/** The head's `<mj-attributes>`, without which a single block would look different. */
export const defaultsOf = (head: string): string => /<mj-attributes>[\s\S]*<\/mj-attributes>/.exec(head)?.[0] ?? '';

/** The names between double braces, each once, sections included. */
export function namesIn(...texts: (string | null | undefined)[]): string[] {
  const names = texts.flatMap((text) => [...(text ?? '').matchAll(/\{\{\s*[#/^]?\s*([\w.]+)\s*\}\}/g)]);
  return [...new Set(names.map(([, name = '']) => name))];
}

/** The source of a new letter. */
export const EMPTY_LETTER = `<mjml lang="ru">
  <mj-head>
    <mj-attributes>
      <mj-all font-family="Manrope, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif" color="#14201c" />
      <mj-text font-size="16px" line-height="1.55" padding="0 0 16px" />
      <mj-button background-color="#0f766e" color="#ffffff" font-size="16px" font-weight="700" border-radius="8px" inner-padding="14px 28px" padding="8px 0 24px" align="left" />
      <mj-section padding="24px 32px 0" />
      <mj-column padding="0" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#fbfaf7" width="560px">
    <mj-section>
      <mj-column>
        <mj-text font-size="26px" line-height="1.2" font-weight="700">Заголовок</mj-text>
        <mj-text>Здравствуйте, {{name}}.</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;
