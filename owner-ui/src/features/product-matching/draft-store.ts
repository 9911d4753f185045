import { session } from '../../lib/session.ts';
import { blankDraft, type Draft } from './matching-state.ts';

const keyOf = (tenant: string): string => `matching:${session.get()?.user.id}:${tenant}`;

/** Keeps the choices on the device until they are saved, for each user and venue. */
export const draftStore = {
  read(tenant: string): Draft {
    try {
      return { ...blankDraft, ...JSON.parse(localStorage.getItem(keyOf(tenant)) ?? '{}') };
    } catch {
      return blankDraft;
    }
  },
  /** Returns false where the browser does not store it. */
  write(tenant: string, draft: Draft): boolean {
    try {
      localStorage.setItem(keyOf(tenant), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  },
};
