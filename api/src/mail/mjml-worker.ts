/** Compiles MJML in a thread of its own: what an administrator pastes may keep it busy for a long time. */
import { parentPort } from 'node:worker_threads';
import mjml2html from 'mjml';

interface Mistake {
  line: number;
  message: string;
  tagName: string;
}

async function compile(mjml: string) {
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

parentPort?.on('message', async (mjml: string) => parentPort?.postMessage(await compile(mjml)));
parentPort?.postMessage('ready');
