import { join } from 'node:path';
import { InvalidInput, Unavailable } from '@ostatok/kit/node/errors.ts';
import { createGuesses } from '@ostatok/kit/node/guessable-passwords.ts';
import { runWorker } from '@ostatok/kit/node/workbooks/worker-process.ts';
import { builtFolder } from '../built-folder.ts';
import type { Looked } from './password-worker.ts';

const workerPath = builtFolder
  ? join(builtFolder, 'password-worker.mjs')
  : join(import.meta.dirname, 'password-worker.ts');
const LIMITS = { heapMb: 64, memoryMb: 200, stallMs: 15_000, totalMs: 60_000 };

/** In a process of its own: Node's permissions, under which a venue runs, do not cover its worker threads. */
async function estimateApart(job: Looked): Promise<number> {
  try {
    return await runWorker<number>(workerPath, job, LIMITS);
  } catch {
    throw new Unavailable(5);
  }
}

const isGuessable = createGuesses((texts, words) => estimateApart({ texts, words }));
const GUESSABLE = 'Такой пароль подбирают в числе первых. Придумайте другой: подойдут три-четыре случайных слова';

/**
 * Checks a password before it is set. `field` is the form's name for it, and `known` holds what a stranger knows about
 * its user. Throws InvalidInput, Unavailable.
 */
export async function requireUnguessable(field: string, password: string, known: string[]): Promise<void> {
  if (await isGuessable(password, known, { key: known[0] ?? '', known: true }))
    throw new InvalidInput(GUESSABLE, { [field]: GUESSABLE }, 'weak_password');
}
