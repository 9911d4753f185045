import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache } from '../run/compile-cache.ts';
import { ownPort } from '../run/own-port.ts';
import { until } from '../run/until.ts';
import { root } from './platform.ts';

export interface Started {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | NodeJS.Signals | null>;
  /** Sends the signal to the whole group, as a terminal does. */
  signalGroup: (signal: NodeJS.Signals) => void;
  /** Kills the processes of the group that a failed test has left. */
  endGroup: () => void;
}

/** Runs `npm start`, by default without npm: the process leads a group of its own. */
export function start(env: Record<string, string>, [file, ...args] = [process.execPath, 'api/dist/main.mjs']): Started {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(file ?? '', args, {
    cwd: root,
    env: { PATH, HOME, ...compileCache(), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const signalGroup = (signal: NodeJS.Signals): void => void process.kill(-(child.pid ?? 0), signal);
  return {
    child,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code))),
    signalGroup,
    endGroup() {
      try {
        signalGroup('SIGKILL');
      } catch {
        // the group is already empty
      }
    },
  };
}

export const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Waits until it answers and has printed all its startup messages. */
export async function untilIntroduced(running: Started, port: number): Promise<void> {
  await until(() => answers(port), 'it answers');
  await until(() => /Остаток работает.*Администратор/s.test(running.output()), 'it has introduced itself');
}

export async function newHome(): Promise<{ home: string; port: number; env: Record<string, string> }> {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-start-'));
  await chmod(home, 0o755);
  const port = await ownPort();
  return { home, port, env: { OSTATOK_HOME: home, PORT: String(port) } };
}

export const postgresPid = async (home: string): Promise<number | undefined> =>
  Number((await readFile(join(home, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]) ||
  undefined;
