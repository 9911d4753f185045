import { uuid5 } from '@ostatok/kit/node/uuid5.ts';

/** The namespace for ids of the bot's changes; any fixed UUID would do. */
const NAMESPACE = '6f1d2f0c5a7b4e0c9a3e8b1c2d4f6a70';

/**
 * Returns the id of the change that a message's line makes. A redelivered update gives the same id, so nothing is
 * written twice.
 */
export const changeIdOf = (tenantId: string, updateId: number, line: number): string =>
  uuid5(NAMESPACE, `${tenantId}:${updateId}:${line}`);
