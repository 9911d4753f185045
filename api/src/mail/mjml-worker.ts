/** Compiles one MJML in a thread of its own: what an administrator pastes may keep it busy for a long time. */
import { parentPort, workerData } from 'node:worker_threads';
import mjml2html from 'mjml';

interface Mistake {
  line: number;
  message: string;
  tagName: string;
}

try {
  const { html } = await mjml2html(String(workerData), {
    validationLevel: 'strict',
    // nothing is read from disk
    ignoreIncludes: true,
    fonts: {},
  });
  parentPort?.postMessage({ html });
} catch (error) {
  const { errors, message } = error as { errors?: Mistake[]; message: string };
  const mistakes = errors?.map(({ line, message: said, tagName }) => ({ line, message: said, tagName }));
  parentPort?.postMessage({ mistakes: mistakes ?? [{ line: 0, message, tagName: 'mjml' }] });
}
