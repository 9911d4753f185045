import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import type { Component, TroubleState } from '@ostatok/api/contract/status.ts';

export interface Trouble {
  state: TroubleState;
  since: Date | undefined;
}

/** What the troubles of customers are found from. */
export interface Sights {
  /** What administrators are alerted to. */
  lines: Pick<AttentionLine, 'id' | 'count' | 'since'>[];
  /** How many tenants should work now. */
  active: number;
  /** Bots that are read, and those whose messages their messenger has not given lately. */
  bots: { polled: number; unwell: number };
  /** The names of periodic work that fails. */
  failingJobs: string[];
  isDiskFull: boolean;
}

/** From these shares of all on: one venue of hundreds is its owner's trouble, and its owner is told. */
const DEGRADED_SHARE = 0.05;
const DOWN_SHARE = 0.5;

function byShare(count: number, of: number): TroubleState | undefined {
  const share = count / Math.max(of, count, 1);
  if (share >= DOWN_SHARE) return 'down';
  return share >= DEGRADED_SHARE ? 'degraded' : undefined;
}

/** Finds what customers notice of the platform's troubles. A bot whose token its owner has revoked is none of them. */
export function troublesOf({ lines, active, bots, failingJobs, isDiskFull }: Sights): Map<Component, Trouble> {
  const found = new Map<Component, Trouble>();
  const lineOf = (id: string): Sights['lines'][number] | undefined => lines.find((line) => line.id === id);
  function add(component: Component, state: TroubleState | undefined, since?: string | null): void {
    const known = found.get(component);
    if (!state || known?.state === 'down') return;
    found.set(component, { state, since: since ? new Date(since) : known?.since });
  }
  function addLine(component: Component, id: string): void {
    const line = lineOf(id);
    if (line) add(component, 'degraded', line.since);
  }

  if (isDiskFull) add('site', 'degraded');
  addLine('venues', 'venues_stuck');
  const down = lineOf('venues_down');
  if (down) add('venues', byShare(down.count, active), down.since);
  add('bots', byShare(bots.unwell, bots.polled));
  addLine('letters', 'letters_stuck');
  addLine('payments', 'refunds_stuck');
  addLine('payments', 'bank_away');
  if (failingJobs.some((name) => name.startsWith('billing-'))) add('payments', 'degraded');
  return found;
}
