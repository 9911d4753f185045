import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import type { AskJson } from './provider-http.ts';

/** The user's identity as the provider has verified it. */
export interface ProviderPerson {
  provider: ProviderName;
  /** The provider's own id of the user. It never changes, while an address can pass to another person. */
  subject: string;
  /** Verified by the provider; null when it has no verified address. */
  email: string | null;
  name: string;
}

/** One provider's part of OAuth 2: its URLs, its scopes and how it identifies the user. */
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
  /** A company's own server or a test server; the default is the provider's public one. */
  baseUrl?: string;
}
export type ProviderSettings = Partial<Record<ProviderName, ProviderKeys>>;

export const titleOf: Record<ProviderName, string> = { yandex: 'Яндекс', github: 'GitHub' };
