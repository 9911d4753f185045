import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import type { AskJson } from './provider-http.ts';

/** Whom a provider vouches for. */
export interface ProviderPerson {
  provider: ProviderName;
  /** The provider's own id of the person: addresses change hands, this never does. */
  subject: string;
  /** Proven to the provider; null where it knows none that is. */
  email: string | null;
  name: string;
}

/** What one provider adds to OAuth 2: its addresses, the rights to ask for, and how it tells who somebody is. */
export interface Provider {
  name: ProviderName;
  title: string;
  authorizeUrl: string;
  tokenUrl: string;
  scope: string[];
  readPerson: (accessToken: string, ask: AskJson) => Promise<ProviderPerson>;
}

export interface ProviderKeys {
  clientId: string;
  clientSecret: string;
  /** A company's own server, or a test; without it the provider's public one. */
  baseUrl?: string;
}
export type ProviderSettings = Partial<Record<ProviderName, ProviderKeys>>;

export const titleOf: Record<ProviderName, string> = { yandex: 'Яндекс', github: 'GitHub' };
