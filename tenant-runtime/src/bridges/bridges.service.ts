import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { hashToken, newToken } from '@ostatok/kit/node/secrets.ts';
import type { Bridge } from '../../contract/sign-in-codes.endpoints.ts';
import type { Actor } from '../access/callers.ts';
import type { SecurityLog } from '../security/security.service.ts';
import {
  findBridgeByToken,
  insertBridge,
  markBridgeSeen,
  markBridgeUnpaired,
  selectBridges,
} from './bridges.queries.ts';

/** The prefix of a bridge's token, so that it is never taken for a user's. */
const PREFIX = 'bridge.';
/** Milliseconds between writes of `seen_at` while a bridge sends readings. */
const SEEN_EVERY_MS = 60_000;

export const isBridgeToken = (token: string): boolean => token.startsWith(PREFIX);

export interface BridgeCaller {
  id: number;
  name: string;
}

interface Deps {
  db: Knex;
  clock: () => Date;
  security: Pick<SecurityLog, 'record'>;
  onUnpaired: (bridgeId: number) => void;
}

/**
 * Manages bridges, the computers with scales. Each has a token of its own that only sends readings and is valid until
 * it is unpaired.
 */
export function createBridges({ db, clock, security, onUnpaired }: Deps) {
  const connections = new Map<number, number>();
  const seen = new Map<number, number>();

  function see(id: number): Promise<unknown> {
    seen.set(id, clock().getTime());
    return markBridgeSeen(db, id, clock());
  }

  return {
    async pair(trx: Knex.Transaction, name: string, { id: pairedBy, ...from }: Actor) {
      const token = PREFIX + newToken();
      const row = { name, token_hash: hashToken(token), paired_by: pairedBy, paired_at: clock() };
      const { id } = await insertBridge(trx, row);
      await security.record(trx, { event: 'bridge.paired', userId: pairedBy, details: name, ...from });
      return { token, bridge: { id, name } };
    },
    /** Returns the bridge that the token belongs to, or undefined if it was unpaired or never existed. */
    async byToken(token: string): Promise<BridgeCaller | undefined> {
      const row = isBridgeToken(token) ? await findBridgeByToken(db, hashToken(token)) : undefined;
      return row && { id: row.id, name: row.name };
    },
    async list(): Promise<Bridge[]> {
      return (await selectBridges(db)).map((row) => ({
        id: row.id,
        name: row.name,
        pairedBy: row.paired_by_name,
        pairedAt: row.paired_at.toISOString(),
        seenAt: row.seen_at?.toISOString() ?? null,
        online: connections.has(row.id),
      }));
    },
    async unpair(id: number, { id: userId, ...from }: Actor): Promise<void> {
      await db.transaction(async (trx) => {
        const bridge = await markBridgeUnpaired(trx, id, clock());
        if (!bridge) throw new NotFound('Такого моста весов нет');
        await security.record(trx, { event: 'bridge.unpaired', userId, details: bridge.name, ...from });
      });
      onUnpaired(id);
    },
    async connected(id: number): Promise<void> {
      connections.set(id, (connections.get(id) ?? 0) + 1);
      await see(id);
    },
    async disconnected(id: number): Promise<void> {
      const left = (connections.get(id) ?? 1) - 1;
      if (left > 0) connections.set(id, left);
      else connections.delete(id);
      await see(id);
    },
    async received(id: number): Promise<void> {
      if (clock().getTime() - (seen.get(id) ?? 0) >= SEEN_EVERY_MS) await see(id);
    },
  };
}
export type Bridges = ReturnType<typeof createBridges>;
