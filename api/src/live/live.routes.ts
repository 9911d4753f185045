import { liveEndpoints } from '@ostatok/api/contract/live.endpoints.ts';
import { HEARTBEAT_SECONDS, type LiveEvent } from '@ostatok/api/contract/live.ts';
import { TooMany } from '@ostatok/kit/node/errors.ts';
import type { Response } from 'express';
import type { CallerSource } from '../access/callers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { bearerOf } from '../access/guard.routes.ts';
import type { Live } from './live.service.ts';

/** Events within this time are sent together, duplicates once. */
const GATHER_MS = 100;
const MOST_STREAMS = 200;
const MOST_OF_ONE = 20;
/** The most unread bytes before a stream is closed. */
const MOST_UNREAD_BYTES = 1_000_000;

interface LiveRoutesOptions {
  live: Live;
  sessions: CallerSource;
  heartbeatMs?: number;
}

/** Opens one stream; its reader's rights are checked again before each write. */
function openStream(
  { live, heartbeatMs, mayRead }: { live: Live; heartbeatMs: number; mayRead: () => Promise<boolean> },
  res: Response,
  onClose: () => void,
): Promise<void> {
  const waiting = new Map<string, string>();
  let gathering: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let leave: (() => void) | undefined;

  const end = (): void => void res.end();

  async function write(text: string): Promise<void> {
    if (res.writableEnded) return;
    if (res.writableLength > MOST_UNREAD_BYTES || !(await mayRead())) return end();
    if (!res.writableEnded) res.write(text);
  }

  function flush(): void {
    gathering = undefined;
    const text = [...waiting.values()].join('');
    waiting.clear();
    void write(text);
  }

  function onEvent(event: LiveEvent): void {
    const data = JSON.stringify(event);
    waiting.set(data, `data: ${data}\n\n`);
    gathering ??= setTimeout(flush, GATHER_MS);
  }

  res.once('close', () => {
    clearTimeout(gathering);
    clearInterval(beat);
    leave?.();
    onClose();
  });
  return live.listen(onEvent, end).then((stop) => {
    leave = stop;
    if (res.destroyed) return stop();
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    res.write(': слушаем\n\n');
    beat = setInterval(() => void write(':\n\n'), heartbeatMs);
  });
}

export function liveRoutes({ live, sessions, heartbeatMs = HEARTBEAT_SECONDS * 1000 }: LiveRoutesOptions) {
  const open = new Map<number, number>();

  /** Whether the reader is still an administrator: sign-out, block, demotion and the token's end stop the stream. */
  async function isAdmin(token: string): Promise<boolean> {
    const caller = await sessions.callerOf(token).catch(() => undefined);
    return caller?.role === 'admin';
  }

  function take(userId: number): () => void {
    const mine = open.get(userId) ?? 0;
    const all = [...open.values()].reduce((sum, count) => sum + count, 0);
    if (mine >= MOST_OF_ONE || all >= MOST_STREAMS)
      throw new TooMany(30, 'Открыто слишком много окон. Закройте лишние');
    open.set(userId, mine + 1);
    return () => {
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    };
  }

  return endpointsOf(liveEndpoints, {
    async 'GET /api/admin/events'({ caller, req, res }) {
      const token = bearerOf(req) ?? '';
      await openStream({ live, heartbeatMs, mayRead: () => isAdmin(token) }, res, take(caller.userId));
    },
  });
}
