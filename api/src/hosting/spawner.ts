/**
 * The part of the platform that stays root: it starts tenants as users of their own and restarts the embedded database.
 * It has no network and reads no files but `/proc`. The platform that commands it may be compromised, so every request
 * is validated, and what is done in a tenant's folders is done as the tenant's user.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { launchServer } from '@ostatok/kit/node/postgres-server.ts';
import { removeControlGroups } from './control-groups.ts';
import { createLauncher, type LaunchedVenue } from './launcher.ts';
import type { Answer, Call, SpawnerOptions } from './spawner-messages.ts';
import { isRequest } from './spawner-requests.ts';
import { runAs } from './user-processes.ts';

const STOP_LIMIT_MS = 10_000;

const options = JSON.parse(process.argv[2] ?? '') as SpawnerOptions;
const launcher = createLauncher(options);
const venues = new Map<number, LaunchedVenue>();
const { controlGroups } = options;
// groups that a killed platform has left
if (controlGroups) removeControlGroups(controlGroups, false);

/** Resolves when the platform has read the answer: a tenant that writes without end waits, and no data piles up. */
const send = (answer: Answer): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(answer, () => resolve());
    else resolve();
  });

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function launch(call: Extract<Call, { launch: unknown }>): void {
  const venue = call.call;
  const launched = launcher.launch(call.launch, (output) => send({ venue, output }));
  venues.set(venue, launched);
  launched.started.then(
    (started) => send({ venue, started }),
    // its end is reported instead
    () => undefined,
  );
  launched.listening.then(
    (listening) => send({ venue, listening }),
    // a tenant that breaks the channel's protocol is useless
    () => launched.kill('SIGKILL'),
  );
  void launched.ended.then((ended) => {
    venues.delete(venue);
    return send({ venue, ended });
  });
}

function postgres() {
  if (!options.postgres) throw new Error('there is no embedded database');
  return options.postgres;
}

async function act(call: Call): Promise<unknown> {
  if ('launch' in call) return launch(call);
  if ('empty' in call) return launcher.empty(call.empty);
  if ('endLeftOver' in call) return launcher.endLeftOver(call.endLeftOver.id, call.endLeftOver.pid);
  if ('launchPostgres' in call) return (await launchServer(postgres(), call.launchPostgres)).pid;
  const { owner } = postgres();
  // as the database's owner, so that the signal can't reach another user's process, whichever pid is given
  if (owner) await runAs(owner, 'kill -INT "$1"', String(call.interruptPostgres));
  return undefined;
}

async function answer(call: Call): Promise<void> {
  try {
    await send({ call: call.call, value: await act(call) });
  } catch (error) {
    await send({ call: call.call, failed: wordsOf(error) });
  }
}

async function refuse(message: unknown): Promise<void> {
  const { call } = Object(message) as { call?: unknown };
  if (typeof call === 'number') await send({ call, failed: 'not a request of the platform' });
}

/** Ends all tenants when the platform is gone, by force after STOP_LIMIT_MS. */
async function end(): Promise<void> {
  const all = [...venues.values()];
  for (const venue of all) venue.kill('SIGTERM');
  const ended = Promise.all(all.map((venue) => venue.ended));
  await Promise.race([ended, sleep(STOP_LIMIT_MS)]);
  for (const venue of venues.values()) venue.kill('SIGKILL');
  await ended;
  if (controlGroups) removeControlGroups(controlGroups, true);
  process.exit(0);
}

process.on('message', (message) => {
  if (!isRequest(options.home, message)) void refuse(message);
  else if ('venue' in message) venues.get(message.venue)?.kill(message.kill);
  else void answer(message);
});
process.on('disconnect', () => void end());
