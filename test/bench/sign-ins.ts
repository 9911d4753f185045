import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPlatformProcess } from './platform-process.ts';
import type { Row } from './row.ts';

const OFFERED_PER_SECOND = 200;
const SECONDS = 20;
const IDLE_SECONDS = 5;
const HEALTH_EVERY_MS = 20;
const HEALTH_LIMIT_MS = 100;
/** A rejected request must be answered within this time. */
const REFUSAL_LIMIT_MS = 500;
const PATIENCE_MS = 30_000;
const PEOPLE = 20;
const PASSWORD = 'correct horse battery';

const address = (): string => `10.${randomInt(4)}.${randomInt(256)}.${randomInt(1, 255)}`;

interface Answer {
  /** 0: there was no response. */
  status: number;
  ms: number;
}

async function ask(url: string, init?: RequestInit): Promise<Answer> {
  const from = performance.now();
  const status = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
  return { status, ms: performance.now() - from };
}

const post = (url: string, body: object): Promise<Answer> =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address() },
    body: JSON.stringify(body),
  });

/** Milliseconds of each request to /healthz, one every HEALTH_EVERY_MS however long the last one takes. */
async function watchHealth(url: string, seconds: number): Promise<number[]> {
  const looks: Promise<number>[] = [];
  for (let index = 0; index < (seconds * 1000) / HEALTH_EVERY_MS; index += 1) {
    looks.push(ask(`${url}/healthz`).then(({ status, ms }) => (status === 200 ? ms : Number.POSITIVE_INFINITY)));
    await sleep(HEALTH_EVERY_MS);
  }
  return Promise.all(looks);
}

function at(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A third each: the right password, a wrong one, an unknown address. */
function attempt(emails: string[], index: number): object {
  const email = emails[randomInt(emails.length)];
  if (index % 3 === 0) return { email, password: PASSWORD };
  if (index % 3 === 1) return { email, password: 'not this one' };
  return { email: `nobody${randomInt(1_000_000)}@bar.example`, password: PASSWORD };
}

/** Sends a fixed number per second whatever the responses, as attackers do. */
async function flood(url: string, emails: string[]): Promise<Answer[]> {
  const sent: Promise<Answer>[] = [];
  const from = performance.now();
  while (sent.length < OFFERED_PER_SECOND * SECONDS) {
    const due = Math.floor(((performance.now() - from) / 1000) * OFFERED_PER_SECOND);
    while (sent.length < due) sent.push(post(`${url}/api/auth/login`, attempt(emails, sent.length)));
    await sleep(5);
  }
  return Promise.all(sent);
}

async function measure(url: string): Promise<Row[]> {
  const emails = Array.from({ length: PEOPLE }, (_, index) => `owner${index}@bar.example`);
  for (const email of emails) await post(`${url}/api/auth/register`, { email, password: PASSWORD, name: 'Анна' });
  const idle = await watchHealth(url, IDLE_SECONDS);
  const [answers, health] = await Promise.all([flood(url, emails), watchHealth(url, SECONDS)]);
  const those = (...statuses: number[]) => answers.filter(({ status }) => statuses.includes(status));
  const turnedAway = those(429, 503);
  const looked = those(200, 401);
  const odd = answers.length - turnedAway.length - looked.length;
  const p99 = at(health, 0.99);
  const refusal = at(
    turnedAway.map(({ ms }) => ms),
    0.99,
  );
  const floor = at(idle, 0.99);
  const under = `при ${OFFERED_PER_SECOND} входах/с`;
  const ms = { unit: 'мс', limit: HEALTH_LIMIT_MS };
  return [
    { name: '/healthz в покое, p50', value: at(idle, 0.5), ...ms, ok: true },
    { name: '/healthz в покое, p99', value: floor, ...ms, ok: floor <= HEALTH_LIMIT_MS },
    { name: `/healthz ${under}, p50`, value: at(health, 0.5), ...ms, ok: true },
    { name: `/healthz ${under}, p99`, value: p99, ...ms, floor, ratio: p99 / floor, ok: p99 <= HEALTH_LIMIT_MS },
    {
      name: 'Отказ входящему, p99',
      value: refusal,
      unit: 'мс',
      limit: REFUSAL_LIMIT_MS,
      ok: refusal <= REFUSAL_LIMIT_MS,
    },
    { name: 'Паролей проверено', value: looked.length, unit: 'шт', limit: SECONDS, ok: looked.length >= SECONDS },
    { name: 'Из них вошли', value: those(200).length, unit: 'шт', limit: 1, ok: those(200).length >= 1 },
    { name: 'Отказано (429, 503)', value: turnedAway.length, unit: 'шт', limit: answers.length, ok: true },
    { name: 'Других ответов', value: odd, unit: 'шт', limit: 0, ok: odd === 0 },
  ];
}

/** A flood of sign-ins on a real platform process: other users must not notice it. */
export async function bench(): Promise<Row[]> {
  const platform = await startPlatformProcess();
  try {
    return await measure(platform.url);
  } finally {
    await platform.stop();
  }
}
