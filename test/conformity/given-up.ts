import type { GivenUp } from './rule.ts';

/** Texts of the document that the product no longer shows. */
export const givenUp: readonly GivenUp[] = [
  {
    says: '§8 resend: an unknown email is told so',
    names: ['Email не найден'],
    why: 'it told strangers who has an account (docs/decisions/0034-keys-and-signed-backups.md)',
  },
];
