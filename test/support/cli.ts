import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './platform.ts';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

export type Cli = (args: string[], options?: { input?: string; terminal?: boolean }) => Promise<CliResult>;

/** The real `ostatok` in a process of its own with a config folder of its own; `terminal` gives it a pseudo-terminal of 80 columns. */
export async function newCli(url: string): Promise<Cli & { config: string }> {
  const config = await mkdtemp(join(tmpdir(), 'ostatok-cli-'));
  const program = [process.execPath, join(root, 'cli/bin/run.js')];
  const env = {
    PATH: process.env.PATH,
    HOME: config,
    OSTATOK_URL: url,
    OSTATOK_CONFIG_DIR: config,
    TERM: 'xterm-256color',
  };
  const cli: Cli = (args, { input = '', terminal = false } = {}) =>
    new Promise((resolve, reject) => {
      const words = [...program, ...args];
      const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const [file = '', ...rest] = terminal
        ? ['script', '-qec', `stty cols 80 rows 24; ${quoted}`, '/dev/null']
        : words;
      const child = spawn(file, rest, { cwd: root, env });
      const result: CliResult = { code: 1, stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (chunk) => {
        result.stdout += chunk;
      });
      child.stderr.setEncoding('utf8').on('data', (chunk) => {
        result.stderr += chunk;
      });
      child.once('error', reject);
      child.once('close', (code) => resolve({ ...result, code: code ?? 1 }));
      child.stdin.end(input);
    });
  return Object.assign(cli, { config });
}
