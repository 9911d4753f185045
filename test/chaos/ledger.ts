import { call } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import type { Kept } from './kept-platform.ts';
import type { Outside } from './outside.ts';
import { type BusyVenue, signIn } from './traffic.ts';

/** One thing that people were told is done, and how much of it is there. */
export interface LedgerLine {
  what: string;
  expected: number;
  found: number;
}

interface Owner {
  email: string;
  /** The plan of which a month was paid. */
  planId?: number;
}

async function linesOf(venue: BusyVenue): Promise<LedgerLine[]> {
  const expected = venue.expected();
  await until(async () => (await venue.stock()) >= expected, `${venue.subdomain} has taken every message`);
  return [
    { what: `${venue.subdomain}: litres`, expected, found: await venue.stock() },
    { what: `${venue.subdomain}: items`, expected: venue.done.items, found: await venue.items() },
  ];
}

async function lettersOf(outside: Outside, owners: Owner[]): Promise<LedgerLine> {
  const missing = (): number => {
    const recipients = new Set(outside.letters.flatMap(({ to }) => to));
    return owners.filter(({ email }) => !recipients.has(email)).length;
  };
  await until(() => missing() === 0, 'every letter has come').catch(() => undefined);
  return { what: 'owners with a letter', expected: owners.length, found: owners.length - missing() };
}

async function monthsOf(kept: Kept, owners: Owner[]): Promise<LedgerLine> {
  const payers = owners.filter(({ planId }) => planId !== undefined);
  let found = 0;
  for (const { email, planId } of payers) {
    const token = await signIn(kept, email);
    const isPaid = async (): Promise<boolean> => {
      const { body } = await call(kept.url, 'GET', '/api/billing/subscription', { token });
      const days = (Date.parse(body.subscription?.current_period_end) - Date.now()) / 86_400_000;
      return body.subscription?.plan_id === planId && days > 25 && days < 35;
    };
    await until(isPaid, 'a payment has been applied').catch(() => undefined);
    if (await isPaid()) found += 1;
  }
  return { what: 'payers with one month', expected: payers.length, found };
}

/** Compares what was acknowledged with what is there, once all of it had time to arrive. */
export async function ledgerOf(kept: Kept, outside: Outside, venues: BusyVenue[], owners: Owner[]) {
  const lines: LedgerLine[] = [];
  for (const venue of venues) lines.push(...(await linesOf(venue)));
  lines.push(await lettersOf(outside, owners), await monthsOf(kept, owners));
  return lines;
}
