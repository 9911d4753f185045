import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Names the network of the runner, for tests that have one of their own. */
export const OUTER_NETWORK = 'OSTATOK_TEST_OUTER_NETWORK';
/** Names a folder in which one file of those tests may leave something for the next. */
export const SHARED_FOLDER = 'OSTATOK_TEST_SHARED_FOLDER';

/** Returns the command by which another one runs in the network of the runner, from where packages are reached. */
export function inOuterNetwork(words: string[]): [string, string[]] {
  const network = process.env[OUTER_NETWORK];
  const [command = '', ...rest] = network ? ['nsenter', `--net=${network}`, ...words] : words;
  return [command, rest];
}

/** Runs the command in the network of the runner; returns what it has printed. */
export async function runOutside(
  words: string[],
  env: Record<string, string> = {},
  limitMs = 300_000,
): Promise<string> {
  const [command, rest] = inOuterNetwork(words);
  const options = { env: { ...process.env, ...env }, timeout: limitMs, maxBuffer: 2 ** 26 };
  return (await promisify(execFile)(command, rest, options)).stdout;
}
