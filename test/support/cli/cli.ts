import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ExecutionContext } from 'ava';
import { newOwner, root, type TestPlatform } from '../platform/platform.ts';
import { compileCache } from '../run/compile-cache.ts';
import { type CliResult, runInside } from './cli-inside.ts';

export interface CliOptions {
  input?: string;
  /** Runs on a pseudo-terminal of 80 columns. */
  terminal?: boolean;
  /** Each answer is typed on the terminal once the screen shows its question; one may wait for something more. */
  answers?: [asked: string, typed: string | (() => Promise<string>)][];
  env?: Record<string, string>;
  /** After this many chunks of output the reader closes the pipe, as `head` does. */
  reads?: number;
  /** Output is redirected to this file, as with `>`. */
  into?: string;
  /** The signal to send once `when` has resolved. */
  stop?: { when: () => Promise<unknown>; signal: NodeJS.Signals };
}
export interface Cli {
  (args: string[], options?: CliOptions): Promise<CliResult>;
  /** Runs the same command with the same session in the test's own process. */
  inside: (args: string[], options?: Pick<CliOptions, 'input' | 'env'>) => Promise<CliResult>;
}

const quoted = (words: string[]): string => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** The real `ostatok` in a process of its own with a config folder of its own. */
export async function newCli(url: string, folder = join(root, 'cli')): Promise<Cli & { config: string }> {
  const config = await mkdtemp(join(tmpdir(), 'ostatok-cli-'));
  const program = [process.execPath, join(folder, 'bin/run.js')];
  const env = {
    PATH: process.env.PATH,
    HOME: config,
    OSTATOK_URL: url,
    OSTATOK_CONFIG_DIR: config,
    TERM: 'xterm-256color',
    ...compileCache(),
  };
  const cli = (
    args: string[],
    { input = '', terminal = false, answers = [], env: more = {}, reads = Infinity, into, stop }: CliOptions = {},
  ): Promise<CliResult> =>
    new Promise((resolve, reject) => {
      const words = [...program, ...args];
      const [file = '', ...rest] = terminal
        ? ['script', '-qec', `stty cols 80 rows 24; exec ${quoted(words)}`, '/dev/null']
        : words;
      const out = into === undefined ? 'pipe' : openSync(into, 'w');
      const child = spawn(file, rest, { cwd: root, env: { ...env, ...more }, stdio: ['pipe', out, 'pipe'] });
      stop?.when().then(() => child.kill(stop.signal), reject);
      const result: CliResult = { code: 1, stdout: '', stderr: '' };
      const waiting = [...answers];
      let read = 0;
      let pieces = 0;
      const answer = (): void => {
        const [asked, typed] = waiting[0] ?? [];
        // sliced before it is stripped: a chunk may end within an escape sequence
        const screen = stripVTControlCharacters(result.stdout.slice(read));
        if (asked === undefined || typed === undefined || !screen.includes(asked)) return;
        waiting.shift();
        read = result.stdout.length;
        if (typeof typed === 'string') child.stdin?.write(typed);
        else typed().then((text) => child.stdin?.write(text), reject);
      };
      child.stdout?.setEncoding('utf8').on('data', (chunk) => {
        result.stdout += chunk;
        pieces += 1;
        if (pieces >= reads) child.stdout?.destroy();
        answer();
      });
      child.stderr?.setEncoding('utf8').on('data', (chunk) => {
        result.stderr += chunk;
      });
      child.once('error', reject);
      child.once('close', (code) => resolve({ ...result, code: code ?? 1 }));
      // the end of the input would end a question before it is answered
      if (answers.length === 0) child.stdin?.end(input);
    });
  const inside: Cli['inside'] = (args, { input, env: more } = {}) => runInside(args, { ...env, ...more }, input);
  return Object.assign(cli, { config, inside });
}

/** A command line signed in as a new owner, or as a new administrator. */
export async function signedInCli(platform: TestPlatform, role = 'customer') {
  const { userId, email, password } = await newOwner(platform);
  await platform.db('users').where({ id: userId }).update({ role });
  const cli = await newCli(platform.url);
  const { code, stderr } = await cli.inside(['login', '--email', email, '--password-stdin'], {
    input: `${password}\n`,
  });
  if (code !== 0) throw new Error(stderr);
  return Object.assign(cli, { userId, email, password });
}

/** A command's output with `--json`, and its exit code. */
export interface Answer {
  code: number;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the test is about
  json: any;
}

/**
 * Runs a command as a script does, in the test's own process, and as a person does, in a process of its own. The
 * command is named as it is typed, so that the tests show that every command is run both ways.
 */
export function waysOf(cli: Cli) {
  const json = async (command: string, args: string[] = []): Promise<Answer> => {
    const { code, stdout, stderr } = await cli.inside([...command.split(' '), ...args, '--json']);
    return { code, stderr, json: JSON.parse(stdout) };
  };
  const terminal = async (command: string, args: string[] = [], options: CliOptions = {}) => {
    const { code, stdout } = await cli([...command.split(' '), ...args], { ...options, terminal: true });
    const screen = stripVTControlCharacters(stdout).replaceAll('\r', '');
    return { code, screen };
  };
  /** Runs both ways; only for commands that change nothing. */
  const both = async (command: string, args: string[] = []) => {
    const [script, person] = await Promise.all([json(command, args), terminal(command, args)]);
    return { code: script.code, json: script.json, terminalCode: person.code, screen: person.screen };
  };
  return { json, terminal, both };
}
export type Ways = ReturnType<typeof waysOf>;

/** The length of the longest line of a screen. */
export const widest = (screen: string): number => Math.max(...screen.split('\n').map((line) => [...line].length));

/** Asserts that the screen contains the text; a failure prints the screen. */
export const shows = (t: ExecutionContext, screen: string, text: string): boolean =>
  t.true(screen.includes(text), `no «${text}» in:\n${screen}`);
