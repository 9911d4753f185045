import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ServerHands } from '@ostatok/kit/node/postgres-server.ts';
import type { LaunchedVenue, Launcher } from './launcher.ts';
import type { Answer, Call, Request, SpawnerOptions } from './spawner-messages.ts';

/** The spawner's capabilities: to change its user, end processes, inspect folders and give them away. */
const KEPT = ['chown', 'dac_override', 'fowner', 'fsetid', 'kill', 'setgid', 'setuid'];

const GONE = 'the spawner has ended';

export interface Spawner {
  launcher: Launcher;
  postgres: ServerHands;
  /** Resolves when the spawner has ended, asked or not; nothing it started runs then. */
  ended: Promise<void>;
  close(): Promise<void>;
}

function commandOf({ tools }: SpawnerOptions): [string, ...string[]] {
  const program = [process.execPath, '--max-old-space-size=96', join(import.meta.dirname, 'spawner.ts')] as const;
  if (!tools.setpriv) return [...program];
  const kept = KEPT.map((name) => `+${name}`).join(',');
  return [tools.setpriv, '--no-new-privs', '--inh-caps=-all', `--bounding-set=-all,${kept}`, ...program];
}

type Settle<T> = { resolve: (value: T) => void; reject: (error: Error) => void };

interface PendingVenue {
  started: Settle<number>;
  listening: Settle<number>;
  ended: Settle<string>;
  write: (text: string) => Promise<void> | void;
}

/** Starts the spawner. Only root can do this, and its options can't be changed afterwards. */
export function startSpawner(options: SpawnerOptions): Spawner {
  const [file, ...args] = commandOf(options);
  const child = spawn(file, [...args, JSON.stringify(options)], {
    cwd: '/',
    env: {},
    // a terminal's Ctrl-C goes to the platform, and the spawner ends after it
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const calls = new Map<number, Settle<unknown>>();
  const venues = new Map<number, PendingVenue>();
  let last = 0;

  function send(request: Request): void {
    // a failed send is reported by the spawner's end
    if (child.connected) child.send(request, () => undefined);
  }

  function ask(call: Record<string, unknown>): { call: number; answer: Promise<unknown> } {
    const { promise, ...settle } = Promise.withResolvers<unknown>();
    last += 1;
    calls.set(last, settle);
    // its channel may outlive the process by a moment
    const isLive = child.connected && child.exitCode === null && child.signalCode === null;
    if (isLive) send({ call: last, ...call } as Call);
    else settle.reject(new Error(GONE));
    return { call: last, answer: promise };
  }

  function endVenue(venue: number, pending: PendingVenue, why: string, reason = why): void {
    venues.delete(venue);
    for (const { reject } of [pending.started, pending.listening]) reject(new Error(why));
    pending.ended.resolve(reason);
  }

  function onVenueAnswer(pending: PendingVenue, answer: Extract<Answer, { venue: number }>): void {
    if ('output' in answer) void pending.write(answer.output);
    else if ('started' in answer) pending.started.resolve(answer.started);
    else if ('listening' in answer) pending.listening.resolve(answer.listening);
    else endVenue(answer.venue, pending, `tenant ended before it listened: ${answer.ended}`, answer.ended);
  }

  child.on('message', (answer: Answer) => {
    if ('venue' in answer) {
      const pending = venues.get(answer.venue);
      if (pending) onVenueAnswer(pending, answer);
      return;
    }
    const settle = calls.get(answer.call);
    calls.delete(answer.call);
    if ('failed' in answer) settle?.reject(new Error(answer.failed));
    else settle?.resolve(answer.value);
  });
  void ended.then(() => {
    for (const settle of calls.values()) settle.reject(new Error(GONE));
    for (const [venue, pending] of venues) endVenue(venue, pending, GONE);
  });

  function launch(spec: Parameters<Launcher['launch']>[0], write: PendingVenue['write']): LaunchedVenue {
    const [started, listening, end] = [
      Promise.withResolvers<number>(),
      Promise.withResolvers<number>(),
      Promise.withResolvers<string>(),
    ];
    for (const { promise } of [started, listening]) promise.catch(() => undefined);
    const { call, answer } = ask({ launch: spec });
    const pending = { started, listening, ended: end, write };
    venues.set(call, pending);
    answer.catch((error: Error) => endVenue(call, pending, error.message));
    return {
      started: started.promise,
      listening: listening.promise,
      ended: end.promise,
      kill: (kill) => send({ venue: call, kill }),
    };
  }

  return {
    launcher: {
      launch,
      empty: async (folder) => void (await ask({ empty: folder }).answer),
      endLeftOver: async (id, pid) => Boolean(await ask({ endLeftOver: { id, pid } }).answer),
    },
    postgres: {
      launch: async (port) => (await ask({ launchPostgres: port }).answer) as number | undefined,
      interrupt: async (pid) => void (await ask({ interruptPostgres: pid }).answer),
    },
    ended,
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
