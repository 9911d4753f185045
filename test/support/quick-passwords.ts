import { createPasswords, type Passwords } from '@ostatok/api/src/auth/passwords.ts';

/** Hashed in a millisecond instead of 60: the suite signs up some two thousand people. */
export const quickPasswords = (): Passwords => createPasswords(undefined, undefined, 4);
