import type { AdminUser } from '@ostatok/api/contract/users.ts';
import simpleRestProvider from 'ra-data-simple-rest';
import { httpClient } from './http-client.ts';

const BASE = '/api/admin';

/** ra-data-simple-rest over the administrator's calls, and the calls that are no plain update. */
export const dataProvider = {
  ...simpleRestProvider(BASE, httpClient),
  async setUserStatus(id: number, status: AdminUser['status']): Promise<void> {
    await httpClient(`${BASE}/users/${id}/status`, { method: 'PUT', body: JSON.stringify({ status }) });
  },
};
export type AdminDataProvider = typeof dataProvider;
