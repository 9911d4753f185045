import type { Incident, PlatformStatus } from '@ostatok/api/contract/status.endpoints.ts';
import { type Component, components, type StatusState, type TroubleState } from '@ostatok/api/contract/status.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Seen } from '../attention/attention.service.ts';
import type { ProcessReports } from '../attention/process-reports.ts';
import { diskStateOf } from '../platform/disk-space.ts';
import type { Readiness } from '../platform/readiness.ts';
import {
  addIncident,
  addPastIncident,
  countActive,
  dropIncident,
  dropIncidentsBefore,
  type IncidentRow,
  listPast,
  listPresent,
  lockOpenIncidents,
  setIncident,
} from './incidents.queries.ts';
import { type Trouble, troublesOf } from './troubles.ts';

const MINUTE_MS = 60_000;
/** What is over sooner mended itself, and what comes back sooner was never over: as for administrators' letters. */
const LASTS_MS = 2 * MINUTE_MS;
const KEPT_MS = 90 * 24 * 60 * MINUTE_MS;
const MOST_SHOWN = 100;
/** How long a status is remembered, so that many visitors cost one look. */
const REMEMBERED_MS = 10_000;

export interface StatusDeps {
  db: Knex;
  /** What harms somebody now or soon. */
  readUrgent: () => Promise<Seen>;
  isReady: () => Promise<Readiness>;
  /** What all api processes see. */
  readReports: ProcessReports['read'];
  log: Logger;
  now: () => Date;
}

/** Only what brings down the site brings down the whole. */
const wholeOf = (all: PlatformStatus['components']): StatusState => {
  if (all.every(({ state }) => state === 'works')) return 'works';
  return all.some(({ component, state }) => component === 'site' && state === 'down') ? 'down' : 'degraded';
};

/** Joins what began, ended and was alike into one incident: all that a database brings down goes at once. */
function joined(rows: IncidentRow[]): Incident[] {
  const found = new Map<string, Incident>();
  for (const { component, state, began_at, ended_at } of rows) {
    const [began, ended] = [began_at.toISOString(), (ended_at ?? began_at).toISOString()];
    const key = `${state} ${began} ${ended}`;
    const known = found.get(key) ?? { components: [], state, began_at: began, ended_at: ended };
    found.set(key, { ...known, components: components.filter((c) => c === component || known.components.includes(c)) });
  }
  return [...found.values()];
}

/** What works for customers now, and what did not lately. It answers from memory where the database is away. */
export function createStatus({ db, readUrgent, isReady, readReports, log, now }: StatusDeps) {
  let known: { at: number; status: PlatformStatus } | undefined;
  /** Since when this process has not reached the database. */
  let awaySince: Date | undefined;
  let pastIncidents: Incident[] = [];

  async function close(trx: Knex.Transaction, row: IncidentRow, at: Date): Promise<void> {
    if (at.getTime() - row.began_at.getTime() < LASTS_MS) await dropIncident(trx, row.id);
    else await setIncident(trx, row.id, { ended_at: at });
  }

  async function begin(trx: Knex.Transaction, component: Component, { state, since }: Trouble): Promise<void> {
    const at = now();
    await addIncident(trx, { component, state, began_at: since && since < at ? since : at });
  }

  async function follow(
    trx: Knex.Transaction,
    component: Component,
    row: IncidentRow | undefined,
    trouble: Trouble | undefined,
  ): Promise<void> {
    const at = now();
    if (trouble && row?.state === trouble.state) {
      if (row.gone_at) await setIncident(trx, row.id, { gone_at: null });
    } else if (trouble) {
      if (row) await close(trx, row, at);
      await begin(trx, component, row ? { state: trouble.state, since: undefined } : trouble);
    } else if (row && !row.gone_at) await setIncident(trx, row.id, { gone_at: at });
    else if (row?.gone_at && at.getTime() - row.gone_at.getTime() >= LASTS_MS) await close(trx, row, row.gone_at);
  }

  /** Writes down an outage of the database, which nobody could write while it lasted. */
  async function noteOutage(trx: Knex.Transaction): Promise<void> {
    const began_at = awaySince;
    awaySince = undefined;
    const ended_at = now();
    if (!began_at || ended_at.getTime() - began_at.getTime() < LASTS_MS) return;
    for (const component of components) {
      await addPastIncident(trx, { component, state: 'down', began_at, ended_at });
    }
  }

  /** Compares what is seen now with what is written down. What could not be looked at is not over. */
  async function record(): Promise<void> {
    const [{ lines, unseen }, reports, active] = await Promise.all([readUrgent(), readReports(), countActive(db)]);
    const { jobs, bots: telegram, maxBots: max, disks } = reports;
    const failingJobs = jobs.flatMap(({ name, error }) => (error === null ? [] : [name]));
    const all = { polled: telegram.polled + max.polled, unwell: telegram.unwell + max.unwell };
    // no customer notices that there is no room for backups
    const isDiskFull = disks.some(({ isHome, space }) => isHome && space !== null && diskStateOf(space) === 'full');
    const troubles = troublesOf({ lines, active, bots: all, failingJobs, isDiskFull });
    await db.transaction(async (trx) => {
      const open = await lockOpenIncidents(trx);
      await noteOutage(trx);
      for (const component of components) {
        const trouble = troubles.get(component);
        if (trouble || unseen.length === 0) await follow(trx, component, open.get(component), trouble);
      }
      await dropIncidentsBefore(trx, new Date(now().getTime() - KEPT_MS));
    });
    known = undefined;
  }

  const statusOf = (
    stateOf: (component: Component) => { state: StatusState; since: string | null },
  ): PlatformStatus => {
    const all = components.map((component) => ({ component, ...stateOf(component) }));
    return { state: wholeOf(all), components: all, incidents: pastIncidents, at: now().toISOString() };
  };

  async function look(): Promise<PlatformStatus> {
    try {
      const present = new Map((await listPresent(db)).map((row) => [row.component, row]));
      pastIncidents = joined(await listPast(db, MOST_SHOWN));
      return statusOf((component) => {
        const row = present.get(component);
        const state: TroubleState | 'works' = row?.state ?? 'works';
        return { state, since: row?.began_at.toISOString() ?? null };
      });
    } catch (error) {
      if ((await isReady()).ready) throw error;
      if (!awaySince) log.error({ err: error }, 'status: the database is away');
      awaySince ??= now();
      const since = awaySince.toISOString();
      return statusOf(() => ({ state: 'down', since }));
    }
  }

  return {
    record,
    async read(): Promise<PlatformStatus> {
      const at = now().getTime();
      if (known && at >= known.at && at - known.at < REMEMBERED_MS) return known.status;
      const status = await look();
      known = { at, status };
      return status;
    },
  };
}
export type Status = ReturnType<typeof createStatus>;
