import { parseAddress } from '@ostatok/kit/node/addresses.ts';
import { deviceName } from '@ostatok/kit/node/device-name.ts';
import type { SecurityRecord } from '../../contract/security.endpoints.ts';
import type { ListedEvent } from './security.queries.ts';

/** Shortens an address: to three of the four numbers of IPv4, or to the site's three groups of IPv6. */
export function shortAddress(ip: string | null): string | null {
  const address = parseAddress(ip ?? undefined);
  if (!address) return null;
  if (address.kind() === 'ipv4') return address.toString().replace(/\d+$/, '*');
  const groups = address.toNormalizedString().split(':');
  return `${groups.slice(0, 3).join(':')}:*`;
}

const personOf = (id: number | null, name: string | null): SecurityRecord['user'] =>
  id === null ? null : { id, name: name ?? '' };

export const securityView = (row: ListedEvent): SecurityRecord => ({
  id: row.id,
  at: row.at.toISOString(),
  event: row.event,
  outcome: row.failed ? 'failure' : 'success',
  count: row.count,
  user: personOf(row.user_id, row.user_name),
  actor: personOf(row.actor_id, row.actor_name),
  subject: row.subject,
  ip: shortAddress(row.ip),
  device: row.device === null ? null : deviceName(row.device),
  details: row.details,
});
