/**
 * The platform as it is shipped, three busy venues, owners who sign up and pay; at random something is killed, filled,
 * cut or moved. At the end everything that was acknowledged has to be there, once.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestEngine } from '../support/containers/docker-engine.ts';
import { call } from '../support/platform/platform.ts';
import { seeded } from '../support/run/random.ts';
import { until } from '../support/run/until.ts';
import { type Act, acts, clockEnv } from './acts.ts';
import { type Kept, startKept } from './kept-platform.ts';
import { ledgerOf } from './ledger.ts';
import { type Outside, startOutside } from './outside.ts';
import { type BusyVenue, openBusyVenue, payMonth, register } from './traffic.ts';

const VENUES = 3;
/** A platform that is not back by then needs a hand. */
const LONGEST_RECOVERY_MS = 120_000;
const OWNER_EVERY_MS = 4_000;

export interface ChaosOptions {
  minutes: number;
  /** Repeats the order of the harms. */
  seed: number;
  say: (text: string) => void;
  /** The engine on which venues are containers; without it they are processes. */
  engine?: TestEngine | undefined;
  /** Ends the harms early; everything else is ended in order. */
  signal?: AbortSignal;
}

/** Owners sign up one after another, and every third pays a month. */
function keepRegistering(kept: Kept, { bank }: Outside) {
  const owners: { email: string; token: string; planId?: number }[] = [];
  let isOver = false;
  const registering = (async () => {
    while (!isOver) {
      const owner = await register(kept);
      const paid = owners.length % 3 === 0 ? await payMonth(kept, bank, owner.token) : {};
      owners.push({ ...owner, ...paid });
      await sleep(OWNER_EVERY_MS);
    }
  })();
  return {
    owners,
    async stop(): Promise<void> {
      isOver = true;
      await registering;
    },
  };
}

async function untilAllAnswer(kept: Kept, say: ChaosOptions['say']): Promise<void> {
  const since = performance.now();
  const answers = () =>
    call(kept.url, 'GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(answers, 'the platform is ready again', LONGEST_RECOVERY_MS);
  const ms = Math.round(performance.now() - since);
  if (ms > 500) say(`  ready again after ${ms} ms`);
}

/** Does harm until the time is over; returns how often each was done. */
async function harm(kept: Kept, outside: Outside, { minutes, seed, say, signal }: ChaosOptions) {
  const deadline = performance.now() + minutes * 60_000;
  const random = seeded(seed);
  const possible = acts.filter((act) => {
    const reason = act.missing?.(kept);
    if (reason) say(`never «${act.name}»: ${reason}`);
    return reason === undefined;
  });
  const done = new Map<string, number>();
  while (performance.now() < deadline && !signal?.aborted) {
    const act = possible[Math.floor(random() * possible.length)] as Act;
    say(act.name);
    await act.run(kept, outside, random);
    done.set(act.name, (done.get(act.name) ?? 0) + 1);
    // most harms come alone, some upon one that is not over
    if (random() < 0.8) await untilAllAnswer(kept, say);
    await sleep(500 + random() * 4_500);
  }
  await untilAllAnswer(kept, say);
  return done;
}

async function live(kept: Kept, outside: Outside, options: ChaosOptions) {
  const { say } = options;
  await kept.untilUp();
  say(`the platform answers at ${kept.url}; seed ${options.seed}`);
  const venues: BusyVenue[] = [];
  for (let made = 0; made < VENUES; made += 1) {
    venues.push(await openBusyVenue(kept, outside.telegram, await register(kept)));
  }
  const registering = keepRegistering(kept, outside);
  say('three venues are written to');
  const harms = await harm(kept, outside, options);
  say('everything is mended; the traffic ends');
  await Promise.all([registering.stop(), ...venues.map(({ stop }) => stop())]);
  const ledger = await ledgerOf(kept, outside, venues, registering.owners);
  return { harms, starts: kept.starts(), ledger, refused: venues.flatMap(({ refused }) => refused) };
}

/** Throws when the platform does not come back; the error carries what it has last said. */
export async function runChaos(options: ChaosOptions) {
  let kept: Kept | undefined;
  const outside = await startOutside(() => `${kept?.url}/api/billing/webhook/yookassa`);
  await writeFile(outside.clock, '+0');
  try {
    const env = { ...outside.env, ...clockEnv(outside.clock), TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' };
    kept = await startKept(env, options.engine);
    return await live(kept, outside, options);
  } catch (error) {
    const said = [(await kept?.log()) ?? '', kept?.output() ?? ''].map((text) =>
      text.split('\n').slice(-30).join('\n'),
    );
    throw new Error(`seed ${options.seed}: ${(error as Error).message}\n${said.join('\n')}`, { cause: error });
  } finally {
    await kept?.stop();
    await outside.stop();
  }
}
