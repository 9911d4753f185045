import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_ROW_ID } from '@ostatok/kit/contract/fields.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';

export const UNSUBSCRIBE = 'unsubscribe';
const MAC_BYTES = 16;

/** The user of a link, with the account's creation time, because an id may belong to another user after a restore. */
interface LinkedPerson {
  id: number;
  created_at: Date;
}

/** Signed links that unsubscribe one user. They work without signing in, for as long as the letter is kept. */
export function createUnsubscribeLinks({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
  const macOf = ({ id, created_at }: LinkedPerson, key = secrets.key(UNSUBSCRIBE)): Buffer =>
    createHmac('sha256', key).update(`${id}:${created_at.getTime()}`).digest().subarray(0, MAC_BYTES);

  return {
    linkOf: (person: LinkedPerson): string =>
      `${publicUrl}/api/public/unsubscribe?token=${person.id}.${macOf(person).toString('base64url')}`,

    /** The user's id according to the link, not verified yet. */
    personOf(token: string): number | undefined {
      const id = /^([1-9]\d{0,9})\.[\w-]{22}$/.exec(token)?.[1];
      return id && Number(id) <= MAX_ROW_ID ? Number(id) : undefined;
    },

    isOf(token: string, person: LinkedPerson): boolean {
      const mac = Buffer.from(token.split('.')[1] ?? '', 'base64url');
      if (mac.length !== MAC_BYTES) return false;
      return secrets.verifyingKeys(UNSUBSCRIBE).some((key) => timingSafeEqual(mac, macOf(person, key)));
    },
  };
}
export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;
