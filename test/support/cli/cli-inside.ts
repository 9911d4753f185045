import { AsyncLocalStorage } from 'node:async_hooks';
import { Console } from 'node:console';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Config, run } from '@oclif/core';
import { root } from '../platform/platform.ts';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: PassThrough;
  stderr: PassThrough;
  console: Console;
}
const surroundings = new AsyncLocalStorage<Surroundings>();

/**
 * Gives a command its own value of a process-wide object, while the platform and the test in the same process keep the
 * real one.
 */
function share(owner: object, name: keyof Surroundings): void {
  const { get, value } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  const outside = (): unknown => (get ? get.call(owner) : value);
  Object.defineProperty(owner, name, {
    get() {
      const store = surroundings.getStore();
      return store ? store[name] : outside();
    },
  });
}
for (const name of ['env', 'stdin', 'stdout', 'stderr'] as const) share(process, name);
share(globalThis, 'console');

let config: Promise<Config> | undefined;
export const commandsInside = () => {
  config ??= Config.load({ root: join(root, 'cli'), ignoreManifest: true });
  return config;
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, without a terminal: starting a process costs more than the command itself. Commands
 * run one after another, since the exit code belongs to the whole process.
 */
export function runInside(args: string[], env: NodeJS.ProcessEnv, input = ''): Promise<CliResult> {
  const result = last.then(async () => {
    const loaded = await commandsInside();
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const given = { env, stdin: Readable.from([input]), stdout, stderr, console: new Console(stdout, stderr) };
    await surroundings.run(given, () => run(args, loaded));
    const code = Number(process.exitCode ?? 0);
    process.exitCode = undefined;
    return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
  });
  last = result.catch(() => undefined);
  return result;
}
