import type { Role } from '../../contract/users.ts';

/** The user who makes the change; null is the platform itself. */
export type Actor = { id: number; name: string; role: Role } | null;
