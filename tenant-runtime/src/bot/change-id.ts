import { uuid5 } from '@ostatok/kit/node/uuid5.ts';

/** Of our bot's changes; any fixed UUID would do. */
const NAMESPACE = '6f1d2f0c5a7b4e0c9a3e8b1c2d4f6a70';

/** The change of a message's line: an update delivered again asks for the same change again, which is harmless. */
export const changeIdOf = (tenantId: string, updateId: number, line: number): string =>
  uuid5(NAMESPACE, `${tenantId}:${updateId}:${line}`);
