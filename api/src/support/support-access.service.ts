import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Forbidden, NotFound } from '@ostatok/kit/node/errors.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { Caller } from '../access/callers.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { type Addresses, venueUrl } from '../platform/addresses.ts';
import { findEmail, findWithOwner } from '../platform/tenant-rows.queries.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { hasCome, insertVisit, mayVisit } from './support-visits.queries.ts';

/** The same durations as in the tenant. */
const LINK_MS = 2 * 60_000;
const SESSION_MS = 60 * 60_000;

type Visitor = Pick<Caller, 'userId' | 'sessionId'>;

/** Lets an administrator into a tenant with a reason, which goes to the tenant, its owner and the platform's log. */
export function createSupportAccess(deps: {
  db: Knex;
  runtime: Pick<TenantRuntime, 'inviteSupport'>;
  mail: Pick<Mail, 'enqueue'>;
  activity: Pick<Activity, 'record'>;
  security: Pick<SecurityLog, 'record'>;
  addresses: Addresses;
  now?: () => Date;
}) {
  const { db, runtime, mail, activity, security, addresses, now = () => new Date() } = deps;
  return async (caller: Visitor, id: string, reason: string): Promise<{ url: string; expires_at: string }> => {
    const { userId: actorId, sessionId } = caller;
    const venue = await findWithOwner(db, id);
    if (!venue || venue.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
    if (venue.status === 'suspended')
      throw new Conflict('tenant_suspended', 'Заведение приостановлено: сначала активируйте его');
    if (venue.status === 'creating') throw new Conflict('tenant_creating', 'Заведение ещё создаётся');
    const administrator = await findEmail(db, actorId);
    const at = now();
    // recorded first: if the administrator is demoted or signed out a moment later, the visit is found and ended even
    // when this process dies
    const until = new Date(at.getTime() + LINK_MS + SESSION_MS);
    await insertVisit(db, { tenant_id: id, administrator_id: actorId, administrator, session_id: sessionId, until });
    const token = await runtime.inviteSupport(id, { administrator, reason });
    // the link is given out only after its request is recorded
    await db.transaction(async (trx) => {
      if (!(await mayVisit(trx, caller, now()))) throw new Forbidden();
      const target = `tenant:${id}`;
      // the owner gets one letter for repeated visits with one reason within a session; the logs record each visit
      const isOwnerNotified = await hasCome(
        trx,
        { userId: actorId, target, reason },
        new Date(at.getTime() - SESSION_MS),
      );
      await activity.record(trx, {
        actorId,
        action: 'tenant.support',
        description: `Вход поддержки в заведение ${quoted(venue.display_name)} (${venue.subdomain}): ${reason}`,
        target,
      });
      await security.record(trx, {
        event: 'support.started',
        userId: actorId,
        target,
        details: reason,
      });
      if (isOwnerNotified) return;
      await mail.enqueue(trx, {
        to: venue.user_email,
        template: 'support_access',
        once: `support_access:${randomUUID()}`,
        data: { name: venue.user_name, venue: venue.display_name, administrator, reason, at: at.toISOString() },
      });
    });
    const url = `${venueUrl(addresses, venue.subdomain)}/support#${token}`;
    return { url, expires_at: new Date(at.getTime() + LINK_MS).toISOString() };
  };
}
export type SupportAccess = ReturnType<typeof createSupportAccess>;
