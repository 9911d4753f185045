import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyUpdate, type Bridge, startBridge } from '../support/max/bridge.ts';
import type { MaxBot, MaxPerson } from '../support/max/dialogs.ts';
import { startMaxServer } from '../support/max/max-server.ts';
import type { MaxServer } from '../support/max/server-types.ts';
import { until } from '../support/run/until.ts';
import { atMost, type Row } from './row.ts';

const VENUES = 100;
const QUIET_EVERY_MS = 10_000;
const FLOODERS = 30;
const FLOOD_EVERY_MS = 500;
const LASTS_MS = 60_000;

interface Venue {
  id: string;
  people: MaxPerson[];
}

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** A hundred venues on the shared bot, each with a person who has come by its invitation; the first has many. */
async function openVenues(bridge: Bridge, max: MaxServer, bot: MaxBot): Promise<Venue[]> {
  const venues: Venue[] = [];
  for (let at = 0; at < VENUES; at += 1) {
    const id = await bridge.venue(undefined, { name: `Бар ${at}`, isSeen: false });
    const people = Array.from({ length: at === 0 ? FLOODERS : 1 }, (_, one) =>
      max.person({ first_name: `Человек ${at}.${one}` }),
    );
    for (const person of people) max.start(bot, person, id);
    venues.push({ id, people });
  }
  await until(() => bridge.isSettled(), 'everybody is bound');
  return venues;
}

/** Milliseconds from each message of a person to its answer in the dialog. */
async function converse(max: MaxServer, bot: MaxBot, person: MaxPerson, everyMs: number): Promise<number[]> {
  const askedAt = new Map<string, number>();
  const endsAt = performance.now() + LASTS_MS;
  await sleep(Math.random() * everyMs);
  for (let at = 0; performance.now() < endsAt; at += 1) {
    const text = `${person.user_id} ${at}`;
    askedAt.set(text, performance.now());
    max.write(bot, person, text);
    await sleep(everyMs);
  }
  await sleep(5000);
  const answers = new Map(max.sent(bot, person).map(({ text, sentAt }) => [text, sentAt]));
  return [...askedAt].map(([text, at]) => (answers.get(`Записано ${text}`) ?? Number.POSITIVE_INFINITY) - at);
}

export async function bench(): Promise<Row[]> {
  const max = await startMaxServer({ plainWebhooks: true });
  max.webhooks.concurrency = 8;
  const bot = max.bot();
  let answer: Bridge['botApi']['write'] = async () => ({});
  const bridge = await startBridge({
    max,
    sharedToken: bot.token,
    async deliver(tenantId, updates: AnyUpdate[]) {
      for (const { message } of updates)
        if (!message.text.startsWith('/start')) await answer(tenantId, message.chat.id, `Записано ${message.text}`);
    },
  });
  answer = bridge.botApi.write;
  try {
    await bridge.look();
    const [flooding, ...quiet] = await openVenues(bridge, max, bot);
    const flood = (flooding?.people ?? []).map((person) => converse(max, bot, person, FLOOD_EVERY_MS));
    const times = await Promise.all(
      quiet.flatMap(({ people }) => people).map((one) => converse(max, bot, one, QUIET_EVERY_MS)),
    );
    await Promise.all(flood);
    for (const { limit, path } of max.tooManyRequests) console.log(`# too many ${limit}: ${path}`);
    const all = times.flat();
    return [
      atMost('MAX: ответ тихих заведений при потоке одного, p95', percentile(all, 0.95), 2000),
      { name: 'MAX: то же, p50', value: percentile(all, 0.5), unit: 'мс', ok: true },
      { name: 'MAX: отказов из-за частоты', value: max.tooMany, unit: '', limit: 0, ok: max.tooMany === 0 },
    ];
  } finally {
    await bridge.stopAll();
    await max.close();
  }
}
