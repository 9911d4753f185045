import type { AuthProvider } from 'react-admin';
import { plainApi } from './http-client.ts';
import { session } from './session.ts';

/** Sign-in itself happens in the owner's application. */
export const LOGIN = '/login';
export const DASHBOARD = '/dashboard';

/** The page where administrators set up a second factor. */
export const SECURITY = '/profile#security';

const leave = (path: string): void => window.location.assign(path);

/** Handles every failed call: redirects a user who is signed out or no longer an administrator. */
export function failed(error: unknown): void {
  const { status, code } = error as { status?: number; code?: string };
  if (status === 401) leave(LOGIN);
  if (status === 403) leave(code === 'secure_account' ? SECURITY : DASHBOARD);
}

export const authProvider: AuthProvider = {
  login: async () => leave(LOGIN),
  async logout() {
    const refreshToken = session.tokens()?.refreshToken;
    // Signing out here takes effect even if the server is not reached.
    if (refreshToken) await plainApi.call('POST /api/auth/logout', { body: { refreshToken } }).catch(() => undefined);
    session.end();
    leave(LOGIN);
    return false;
  },
  async checkAuth() {
    if (!session.token()) throw new Error('signed out');
  },
  async checkError(error: { status?: number; code?: string }) {
    if (error.status === 401) throw new Error('signed out');
    if (error.status === 403) leave(error.code === 'secure_account' ? SECURITY : DASHBOARD);
  },
  async getIdentity() {
    const user = session.user();
    return { id: user?.id ?? '', fullName: user?.name ?? user?.email ?? '' };
  },
  canAccess: async () => true,
};
