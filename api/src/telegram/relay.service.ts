import { timingSafeEqual } from 'node:crypto';
import type { Db } from '@ostatok/kit/node/db.ts';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { GatewayParts } from './gateway.service.ts';

/** A method, or a file: the token, then plain names. */
const CALL = /^\/(?:file\/)?bot([\w:-]{1,200})(?:\/[\w-][\w.-]*)+$/;

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));

/** Decides which calls of the Bot API are passed on for tenants that reach nothing but the platform. */
export const createTelegramRelay = ({ db, openToken }: Pick<GatewayParts, 'openToken'> & { db: Db }) => ({
  /** Whether the path is a call with the token of the tenant's own bot. */
  async mayCall(tenantId: string, path: string): Promise<boolean> {
    const [, token] = CALL.exec(path) ?? [];
    const row = token ? await findTenant(db, tenantId) : undefined;
    return row !== undefined && row.status !== 'deleted' && token !== undefined && isSame(openToken(row), token);
  },
});
export type TelegramRelay = ReturnType<typeof createTelegramRelay>;
