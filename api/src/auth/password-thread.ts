/**
 * Estimates passwords in a separate thread: the dictionaries are freed with the thread, and a slow estimate blocks
 * nothing else.
 */
import { parentPort } from 'node:worker_threads';
import { loadEstimate } from '@ostatok/kit/node/password-estimate.ts';

export interface Looked {
  texts: string[];
  words: string[];
}

const estimate = await loadEstimate();
parentPort?.on('message', ({ texts, words }: Looked) => parentPort?.postMessage(estimate(texts, words)));
parentPort?.postMessage('ready');
