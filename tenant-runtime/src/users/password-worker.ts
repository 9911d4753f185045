/** The process that looks at a new password: the dictionaries end with it, instead of staying in the venue's memory. */
import { loadEstimate } from '@ostatok/kit/node/password-estimate.ts';
import { serveJob } from '@ostatok/kit/node/workbooks/worker.ts';

export interface Looked {
  texts: string[];
  words: string[];
}

serveJob<Looked, number>(async ({ texts, words }) => (await loadEstimate())(texts, words));
