import { createInterface } from 'node:readline/promises';
import { UsageError } from './config.ts';

/** Asks a person on the terminal. Throws UsageError with `left` when they leave. */
export async function askPerson(question: string, left: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new UsageError(left)));
  });
  try {
    return await Promise.race([terminal.question(question), closed]);
  } catch {
    throw new UsageError(left);
  } finally {
    closed.catch(() => undefined);
    terminal.close();
  }
}
