import mjml2html from 'mjml';

export interface Mistake {
  /** The line number; 0 for the whole text. */
  line: number;
  message: string;
  tagName: string;
}
export type Compiled = { html: string } | { mistakes: Mistake[] };

/** Compiles MJML to a page, or returns its errors. Loading MJML takes a second. */
export async function pageOf(mjml: string): Promise<Compiled> {
  try {
    // no file is read from disk
    const { html } = await mjml2html(mjml, { validationLevel: 'strict', ignoreIncludes: true, fonts: {} });
    return { html };
  } catch (error) {
    const { errors, message } = error as { errors?: Mistake[]; message: string };
    const mistakes = errors?.map(({ line, message: said, tagName }) => ({ line, message: said, tagName }));
    return { mistakes: mistakes ?? [{ line: 0, message, tagName: 'mjml' }] };
  }
}
