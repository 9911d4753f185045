import type { Role } from '../../contract/users.ts';

/** The user who sent the request. */
export interface Caller {
  id: number;
  username: string;
  name: string;
  role: Role;
  /** True for the platform's support, whose session lasts an hour and cannot change users' sign-ins. */
  support?: true;
}

/** The origin of a request; commands through the bot have neither field. */
export interface Origin {
  ip?: string | undefined;
  device?: string | undefined;
}

/** The user who acts, and the origin of the request. */
export interface Actor extends Origin {
  id: number;
}
