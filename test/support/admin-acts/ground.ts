import {
  call,
  newOwner,
  newVenue,
  type Reply,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../platform/platform.ts';
import { until } from '../run/until.ts';

/** The administrator's acts by route; each one prepares its target and sends the request. */
export type Acts = Record<string, () => Promise<Reply>>;

/** A request and the range of activity ids that it wrote. */
interface Asked {
  name: string;
  after: number;
  upTo: number;
}

export interface Ground {
  platform: TestPlatform;
  admin: TestOwner;
  asked: Asked[];
  /** Creates a tenant, whose owner is notified too. */
  venue: () => Promise<TestVenue & { owner: TestOwner }>;
  ask: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Waits for the end of the work that a request has started: the same work cannot be started twice at once. */
  toTheEnd: (reply: Reply) => Promise<Reply>;
}

export function groundOf(platform: TestPlatform, admin: TestOwner): Ground {
  const asked: Asked[] = [];
  const lastEntry = async (): Promise<number> => Number((await platform.db('activity').max('id').first())?.max);
  async function ask(method: string, path: string, body?: unknown): Promise<Reply> {
    const after = await lastEntry();
    const headers = { prefer: 'respond-async' };
    const reply = await call(platform.url, method, `/api/${path}`, { token: admin.token, body, headers });
    asked.push({ name: `${method} /api/${path}`, after, upTo: await lastEntry() });
    return reply;
  }
  return {
    platform,
    admin,
    asked,
    ask,
    async venue() {
      const owner = await newOwner(platform);
      return { ...(await newVenue(platform, owner)), owner };
    },
    async toTheEnd(reply) {
      const id = reply.body.operation?.id;
      const isOver = async () => (await ask('GET', `admin/operations/${id}`)).body.operation.finished_at !== null;
      await until(isOver, `an end of ${JSON.stringify(reply.body)}`);
      return reply;
    },
  };
}

/** Runs `make` once and returns the same result to every caller. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
