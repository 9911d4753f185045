import { createPasswords, type Passwords } from '@ostatok/api/src/auth/passwords.ts';

/** Passwords are hashed in a millisecond instead of 60: the suite registers some two thousand users. */
export const quickPasswords = (): Passwords => createPasswords(undefined, undefined, 4);
