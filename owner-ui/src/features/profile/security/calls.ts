import type { NewCodes } from '@ostatok/api/contract/account.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The password is empty for an account without one: a sign-in within the last minutes replaces it. */
export interface Confirmed {
  password?: string;
}

export const useSecurity = () =>
  useQuery({
    queryKey: ['security'],
    queryFn: async () => (await api.call('GET /api/auth/security')).security,
  });

export const useOpenSessions = () =>
  useQuery({
    queryKey: ['open-sessions'],
    queryFn: async () => (await api.call('GET /api/auth/sessions')).sessions,
  });

export const securityKeys = [['security'], ['open-sessions']];

export function useSecurityChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(securityKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

export const offerTotp = (confirmed: Confirmed) => api.call('POST /api/auth/totp', { body: confirmed });
export const confirmTotp = (code: string) => api.call('POST /api/auth/totp/confirm', { body: { code } });
export const removeTotp = (confirmed: Confirmed) => api.call('DELETE /api/auth/totp', { body: confirmed });
export const removePasskey = (id: string, confirmed: Confirmed) =>
  api.call('DELETE /api/auth/passkeys/:id', { params: { id }, body: confirmed });
export const renewCodes = (confirmed: Confirmed) => api.call('POST /api/auth/recovery-codes', { body: confirmed });
export const endSession = (id: string) => api.call('DELETE /api/auth/sessions/:id', { params: { id } });
export const endEverywhere = () => api.call('DELETE /api/auth/sessions');

type Creation = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];

/** The browser's dialog creates the passkey; the owner chooses its name. */
export async function addPasskey(name: string, confirmed: Confirmed): Promise<NewCodes> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challenge, options } = await api.call('POST /api/auth/passkeys/options', { body: confirmed });
  const passkey = { ...(await startRegistration({ optionsJSON: options as Creation })) };
  return api.call('POST /api/auth/passkeys', { body: { challenge, passkey, name } });
}
