import type { Api } from '../platform/api-client.ts';

/** The most lines of one answer. */
const PAGE = 1000;

type LogQuery = Record<string, string | undefined>;

/** Reads the newest lines that the query finds, up to so many, the oldest first. */
export async function searchLog(api: Api, query: LogQuery, lines: number): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  while (found.length < lines) {
    const limit = Math.min(PAGE, lines - found.length);
    const { entries, next } = await api.call('GET /api/admin/logs', { query: { ...query, after, limit } });
    found.push(...entries.map(({ line }) => line));
    if (next === null || entries.length === 0) break;
    after = next;
  }
  return found.reverse();
}
