import type { AuthProvider } from 'react-admin';
import { plainApi } from './http-client.ts';
import { session } from './session.ts';

/** Sign-in itself happens in the owner's rooms. */
export const LOGIN = '/login';
export const DASHBOARD = '/dashboard';

/** Where an administrator makes their own sign-in safe. */
export const SECURITY = '/profile#security';

const leave = (path: string): void => window.location.assign(path);

/** Told of every call that failed: who is signed out here, or no administrator any more, is led away. */
export function failed(error: unknown): void {
  const { status, code } = error as { status?: number; code?: string };
  if (status === 401) leave(LOGIN);
  if (status === 403) leave(code === 'secure_account' ? SECURITY : DASHBOARD);
}

export const authProvider: AuthProvider = {
  login: async () => leave(LOGIN),
  async logout() {
    const refreshToken = session.tokens()?.refreshToken;
    // signing out here holds even where the server does not hear of it
    if (refreshToken) await plainApi.post('/api/auth/logout', { refreshToken }).catch(() => undefined);
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
