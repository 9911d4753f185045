/** Looks at passwords in a thread of its own: the dictionaries go with it, and nobody waits for a costly one. */
import { parentPort } from 'node:worker_threads';
import { loadEstimate } from '@ostatok/kit/node/password-estimate.ts';

export interface Looked {
  texts: string[];
  words: string[];
}

const estimate = await loadEstimate();
parentPort?.on('message', ({ texts, words }: Looked) => parentPort?.postMessage(estimate(texts, words)));
parentPort?.postMessage('ready');
