import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import {
  newOwner,
  newVenue,
  type Reply,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../platform/platform.ts';

/** Short beside any switch of a venue, and long enough to leave the processor to those who are started. */
const BETWEEN_WRITES_MS = 60;

/** Venues of a platform, and what an administrator does with all of them. */
export async function createFleet(platform: TestPlatform) {
  const admin: TestOwner = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });

  async function newVenues(count: number): Promise<TestVenue[]> {
    await platform.db('plans').where({ name: 'corporate' }).update({ max_instances: 100 });
    const owner = await newOwner(platform, 'corporate');
    const venues: TestVenue[] = [];
    for (let made = 0; made < count; made += 1) venues.push(await newVenue(platform, owner));
    return venues;
  }

  let kept: TestVenue[] = [];

  /** The same venues for each test that asks for them: `removeAll` leaves them to the platform's end. */
  async function keptVenues(count: number): Promise<TestVenue[]> {
    kept = [...kept, ...(await newVenues(count - kept.length))];
    return kept;
  }

  const use = (release: string): Promise<Reply> => admin.call('POST', `/api/admin/images/${release}/use`, {});

  async function updateAll() {
    const { body } = await admin.call('POST', '/api/admin/update-all-tenants', {}, { prefer: 'respond-async' });
    const operation = await platform.administration.operations.waitFor(body.operation.id, 600_000);
    const { body: list } = await admin.call('GET', `/api/admin/operations/${operation.id}/items?limit=1000`);
    return { operation, items: list.items as OperationItem[] };
  }

  async function attention(): Promise<string[]> {
    const { body } = await admin.call('GET', '/api/admin/attention');
    return body.attention.map(({ id }: { id: string }) => id);
  }

  const rowsOf = (venues: TestVenue[]) =>
    platform
      .db('tenants')
      .whereIn(
        'id',
        venues.map(({ id }) => id),
      )
      .orderBy('number')
      .select('id', 'version', 'failed_release', 'update_state', 'update_note', 'start_failed_at');

  /** Writes changes to the venues until it is told to end; checks then that each of them is there once. */
  async function writeTo(venues: TestVenue[]) {
    let isOver = false;
    const refused: unknown[] = [];
    const kept = await Promise.all(
      venues.map(async (venue) => {
        const { body } = await venue.call('POST', '/api/items', {
          name: `Ром ${randomUUID()}`,
          unit: 'л',
          quantity: 0,
        });
        return { venue, itemId: body.item.id as number, written: 0 };
      }),
    );
    const writing = kept.map(async (one) => {
      while (!isOver) {
        const change = { id: randomUUID(), itemId: one.itemId, delta: 0.001, source: 'web' };
        const reply = await one.venue.call('POST', '/api/changes', { changes: [change] });
        if (reply.status === 200 && reply.body.results[0].status === 'applied') one.written += 1;
        else refused.push(reply.body);
        await sleep(BETWEEN_WRITES_MS);
      }
    });
    return async () => {
      isOver = true;
      await Promise.all(writing);
      const found = await Promise.all(
        kept.map(async ({ venue, itemId }) => (await venue.call('GET', `/api/items/${itemId}`)).body.item.quantity),
      );
      const expected = kept.map(({ written }) => Number((written / 1000).toFixed(3)));
      return { refused, found, expected };
    };
  }

  async function removeAll(): Promise<void> {
    const staying = kept.map(({ id }) => id);
    const ids = await platform.db('tenants').where({ status: 'active' }).whereNotIn('id', staying).pluck('id');
    for (const id of ids) await admin.call('DELETE', `/api/admin/tenants/${id}`);
  }

  return { admin, newVenues, keptVenues, use, updateAll, attention, rowsOf, writeTo, removeAll };
}
export type Fleet = Awaited<ReturnType<typeof createFleet>>;
