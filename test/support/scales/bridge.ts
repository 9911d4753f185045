import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { root } from '../platform/platform.ts';
import { compileCache } from '../run/compile-cache.ts';
import { until } from '../run/until.ts';

export interface BridgeProcess {
  /** Everything it has written so far. */
  text: () => string;
  /** Resolves when it has written this. */
  says: (what: string | RegExp) => Promise<void>;
  /** Types a line on its keyboard. */
  type: (line: string) => void;
  kill: (signal: NodeJS.Signals) => void;
  /** Its exit code. */
  ended: Promise<number>;
}

export const newConfigFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'ostatok-scales-'));

interface Options {
  folder: string;
  env?: Record<string, string>;
  /** Runs it on a pseudo-terminal of 80 columns. */
  terminal?: boolean;
}

const quoted = (words: string[]): string => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** The real `ostatok-scales` in a process of its own; ends with the test. */
export function startBridgeProcess(
  t: ExecutionContext,
  args: string[],
  { folder, env = {}, terminal }: Options,
): BridgeProcess {
  const words = [process.execPath, join(root, 'scales-bridge/bin/run.js'), ...args];
  const [file = '', ...rest] = terminal
    ? ['script', '-qec', `stty cols 80 rows 24; exec ${quoted(words)}`, '/dev/null']
    : words;
  const child = spawn(file, rest, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      OSTATOK_CONFIG_DIR: folder,
      TERM: 'xterm-256color',
      ...compileCache(),
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  const ended = once(child, 'close').then(([code]) => (code as number | null) ?? 1);
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    text: () => text,
    says: (what) =>
      until(() => (typeof what === 'string' ? text.includes(what) : what.test(text)), `${what} in:\n${text}`),
    type: (line) => void child.stdin.write(`${line}\n`),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

/**
 * The screen of an 80-column terminal after everything written to it; interprets the escape sequences that Ink uses.
 */
export function screenOf(text: string): string[] {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's language is made of them
  for (const [part, code, letter] of text.matchAll(/\x1b\[([?\d;]*)([A-Za-z])|\r|\n|[^\x1b\r\n]/gu)) {
    if (part === '\r') column = 0;
    else if (part === '\n') row += 1;
    else if (letter === 'A') row = Math.max(0, row - Number(code || 1));
    else if (letter === 'G') column = 0;
    else if (letter === 'K') lines[row] = '';
    else if (letter === undefined) {
      const line = (lines[row] ?? '').padEnd(column);
      lines[row] = line.slice(0, column) + part + line.slice(column + 1);
      column += 1;
    }
    while (lines.length <= row) lines.push('');
  }
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}
