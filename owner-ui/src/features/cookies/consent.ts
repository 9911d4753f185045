export type Consent = 'accepted' | 'declined';

const KEY = 'cookieConsent';
const DATE_KEY = 'cookieConsentDate';

/** Without these keys nobody stays signed in. */
const NECESSARY = new Set(['token', 'refreshToken', 'user']);

export function readConsent(storage: Storage): Consent | null {
  const stored = storage.getItem(KEY);
  return stored === 'accepted' || stored === 'declined' ? stored : null;
}

/** Saves the choice; a refusal deletes everything but the necessary keys from the storage. */
export function saveConsent(storage: Storage, consent: Consent, now: Date): void {
  storage.setItem(KEY, consent);
  storage.setItem(DATE_KEY, now.toISOString());
  if (consent === 'accepted') return;
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (!NECESSARY.has(key) && !key.startsWith('cookie')) storage.removeItem(key);
}
