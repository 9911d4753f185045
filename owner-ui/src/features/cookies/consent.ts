export type Consent = 'accepted' | 'declined';

const KEY = 'cookieConsent';
const DATE_KEY = 'cookieConsentDate';

/** Without these nobody stays signed in. */
const NECESSARY = new Set(['token', 'refreshToken', 'user']);

export function readConsent(storage: Storage): Consent | null {
  const stored = storage.getItem(KEY);
  return stored === 'accepted' || stored === 'declined' ? stored : null;
}

/** A refusal leaves in the browser what is necessary, and nothing else. */
export function saveConsent(storage: Storage, consent: Consent, now: Date): void {
  storage.setItem(KEY, consent);
  storage.setItem(DATE_KEY, now.toISOString());
  if (consent === 'accepted') return;
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (!NECESSARY.has(key) && !key.startsWith('cookie')) storage.removeItem(key);
}
