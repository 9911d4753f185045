import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { GENERATION_HOST } from './platform-text.ts';

const run = promisify(execFile);
const LIMIT_MS = 30_000;
const ASK_MS = 2000;
/** How long nginx may take to begin serving a generation after it was asked to. */
const TAKE_MS = 10_000;
const LOOK_MS = 20;
/** For a tenth of a second the processes of both configurations take connections; so long only the new one was seen. */
const BOTH_MS = 150;

/** Says in Russian why nginx does not serve what it should. */
export class NginxProblem extends Error {}

/** Returns the line of nginx's output that says what is wrong. */
function reasonOf(error: unknown): string {
  const { stderr = '', message, code } = error as { stderr?: string; message: string; code?: string };
  if (code === 'ENOENT') return 'программа nginx не найдена';
  // what it says of its own log file comes before, and harms nothing
  const lines = stderr.split('\n').filter((line) => /\[(emerg|error)\]/.test(line));
  return (lines.at(-1) ?? (stderr.trim().split('\n').at(-1) || message))
    .replace(/^.*?\[\w+\]\s*(?:\d+#\d+:\s*)?/, '')
    .trim();
}

/**
 * Tests and reloads nginx by the command of the installation, such as `nginx` or `sudo -n nginx`. `host` is the address that
 * it is asked at.
 */
export function createNginx({ command, host, httpPort }: { command: string; host: string; httpPort: number }) {
  const [program = 'nginx', ...words] = command.split(/\s+/).filter(Boolean);
  // Debian has it where ordinary users do not look
  const env = { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };

  async function call(...more: string[]): Promise<void> {
    try {
      await run(program, [...words, ...more], { env, timeout: LIMIT_MS });
    } catch (error) {
      throw new NginxProblem(reasonOf(error));
    }
  }

  /** Returns the number of the generation that nginx serves; undefined where it does not answer. */
  function serves(): Promise<number | undefined> {
    return new Promise((resolve) => {
      const options = { host, port: httpPort, headers: { host: GENERATION_HOST }, timeout: ASK_MS };
      const asked = request({ ...options, agent: false }, (answer) => {
        let text = '';
        answer.on('data', (part) => {
          text += part;
        });
        answer.once('end', () => resolve(/^\d+$/.test(text) ? Number(text) : undefined));
        answer.once('error', () => resolve(undefined));
      });
      asked.once('error', () => resolve(undefined));
      asked.once('timeout', () => asked.destroy());
      asked.end();
    });
  }

  return {
    serves,
    /** Throws NginxProblem when nginx would not take this configuration. */
    test: (conf: string): Promise<void> => call('-t', '-q', '-c', conf),
    /** Makes the running nginx serve the generation; resolves when it does. Throws NginxProblem. */
    async reload(conf: string, generation: number): Promise<void> {
      const isReached = (await serves()) !== undefined;
      // one that runs may still listen at an earlier port
      await call('-s', 'reload', '-c', conf).catch((error) => {
        throw isReached ? error : new NginxProblem('nginx не запущен');
      });
      const until = performance.now() + TAKE_MS;
      for (let since = performance.now(); performance.now() - since < BOTH_MS; await sleep(LOOK_MS)) {
        if ((await serves()) === generation) continue;
        since = performance.now();
        if (since > until) throw new NginxProblem('nginx не взял новые настройки: причина в его журнале');
      }
    },
  };
}
export type Nginx = ReturnType<typeof createNginx>;
