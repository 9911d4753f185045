import mjml2html from 'mjml';

export interface Mistake {
  /** 0: of the whole. */
  line: number;
  message: string;
  tagName: string;
}
export type Compiled = { html: string } | { mistakes: Mistake[] };

/** The page that MJML makes, or what is wrong with it. Takes a second to load. */
export async function pageOf(mjml: string): Promise<Compiled> {
  try {
    // nothing is read from disk
    const { html } = await mjml2html(mjml, { validationLevel: 'strict', ignoreIncludes: true, fonts: {} });
    return { html };
  } catch (error) {
    const { errors, message } = error as { errors?: Mistake[]; message: string };
    const mistakes = errors?.map(({ line, message: said, tagName }) => ({ line, message: said, tagName }));
    return { mistakes: mistakes ?? [{ line: 0, message, tagName: 'mjml' }] };
  }
}
