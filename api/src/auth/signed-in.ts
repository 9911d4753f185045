import type { Tokens } from '@ostatok/api/contract/auth.ts';
import type { Account } from '../account/account.service.ts';

/** What a successful sign-in is answered with. */
export type SignIn = Tokens & { account: Account };
