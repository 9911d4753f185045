import type { OpenSession, Security, TotpOffer } from '@ostatok/api/contract/sign-in.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The password is empty for an account without one: a sign-in within the last minutes replaces it. */
export interface Confirmed {
  password?: string;
}
export interface NewCodes {
  recoveryCodes?: string[];
}

export const useSecurity = () =>
  useQuery({
    queryKey: ['security'],
    queryFn: async () => (await api.get<{ security: Security }>('/auth/security')).security,
  });

export const useOpenSessions = () =>
  useQuery({
    queryKey: ['open-sessions'],
    queryFn: async () => (await api.get<{ sessions: OpenSession[] }>('/auth/sessions')).sessions,
  });

export function useSecurityChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(['security', 'open-sessions'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
}

export const offerTotp = (confirmed: Confirmed) => api.post<TotpOffer>('/auth/totp', confirmed);
export const confirmTotp = (code: string) => api.post<NewCodes>('/auth/totp/confirm', { code });
export const removeTotp = (confirmed: Confirmed) => api.delete('/auth/totp', { body: confirmed });
export const removePasskey = (id: string, confirmed: Confirmed) =>
  api.delete(`/auth/passkeys/${id}`, { body: confirmed });
export const renewCodes = (confirmed: Confirmed) => api.post<NewCodes>('/auth/recovery-codes', confirmed);
export const endSession = (id: string) => api.delete(`/auth/sessions/${id}`);
export const endEverywhere = () => api.delete('/auth/sessions');

type Creation = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];

/** The browser's dialog creates the passkey; the owner chooses its name. */
export async function addPasskey(name: string, confirmed: Confirmed): Promise<NewCodes> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challenge, options } = await api.post<{ challenge: string; options: Creation }>(
    '/auth/passkeys/options',
    confirmed,
  );
  const passkey = await startRegistration({ optionsJSON: options });
  return api.post<NewCodes>('/auth/passkeys', { challenge, passkey, name });
}
