import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { ActivityRecord, OverviewStats } from '@ostatok/api/contract/overview.endpoints.ts';
import type { Api } from '../platform/api-client.ts';
import { isPassing } from './follow-work.ts';
import { type PlatformStatus, readStatus } from './read-status.ts';

export interface Dashboard {
  status: PlatformStatus;
  /** Shown only to administrators; keeps the last known state while the platform does not answer. */
  platform: {
    stats: OverviewStats;
    attention: AttentionLine[];
    running: Operation[];
    activity: ActivityRecord[];
  } | null;
  at: Date;
}

const SHOWN = 5;

async function readPlatform(api: Api, attention: AttentionLine[]): Promise<Dashboard['platform']> {
  const [{ stats }, { operations }, { activity }] = await Promise.all([
    api.call('GET /api/admin/stats'),
    api.call('GET /api/admin/operations', { query: { status: 'running', limit: SHOWN } }),
    api.call('GET /api/admin/activity', { query: { limit: SHOWN } }),
  ]);
  return {
    stats,
    attention,
    running: operations,
    activity,
  };
}

/** Reads everything for the dashboard once; when the platform is down, the last known state is kept. */
export async function readDashboard(api: Api, before?: Dashboard): Promise<Dashboard> {
  const status = await readStatus(api).catch((error) => {
    // it went away between two requests
    if (!isPassing(error)) throw error;
    return { url: api.url, alive: false, ready: false, problem: null, user: null, tenants: null, attention: null };
  });
  const at = new Date();
  if (!status.user) return { status, platform: before?.platform ?? null, at };
  if (status.user.role !== 'admin') return { status, platform: null, at };
  const platform = await readPlatform(api, status.attention ?? []).catch((error) => {
    if (!isPassing(error)) throw error;
    return before?.platform ?? null;
  });
  return { status, platform, at };
}
