import { type Agent, request } from 'node:http';
import type { Row } from './row.ts';
import type { TenantProcess } from './tenant-process.ts';

export function get(agent: Agent, { url, token }: Pick<TenantProcess, 'url' | 'token'>, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const req = request(`${url}${path}`, { agent, headers: { authorization: `Bearer ${token}` } }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (part) => {
        text += part;
      });
      res.on('end', () => (res.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    });
    req.on('error', reject);
    req.end();
  });
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Times {
  p50: number;
  p95: number;
}

/** The time of each call in milliseconds, one after another. */
export async function time(calls: (() => Promise<string>)[]): Promise<Times> {
  const times: number[] = [];
  for (const call of calls) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

export const rowsOf = (name: string, { p50, p95 }: Times, limit: number, floor: Times): Row[] => [
  { name: `${name}, p50`, value: p50, unit: 'мс', limit, floor: floor.p50, ratio: p50 / floor.p50, ok: p50 <= limit },
  { name: `${name}, p95`, value: p95, unit: 'мс', limit, floor: floor.p95, ratio: p95 / floor.p95, ok: p95 <= limit },
];
