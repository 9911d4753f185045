import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import type { ExportedData } from '@ostatok/api/contract/my-data.endpoints.ts';
import { saveFile } from '@ostatok/kit/web/save-file.ts';
import { api } from './api.ts';

type Profile = ExportedData['profile'];
type Subscription = NonNullable<ExportedData['subscription']>;

/** The data kept about the owner; if the server was not reached, only what the browser knows. */
export interface MyData {
  profile: Omit<Profile, 'email_verified' | 'updated_at'> & Partial<Profile>;
  subscription: (Pick<Subscription, 'plan'> & Partial<Subscription>) | null;
  tenants: ExportedData['tenants'];
  export_date: string;
  export_reason: string;
  [more: string]: unknown;
}

export async function fetchMyData(): Promise<MyData> {
  const { success: _, ...data } = await api.call('GET /api/auth/export-data');
  return data;
}

/** Builds the same structure from the signed-in user. */
export function dataOf(user: User, now = new Date()): MyData {
  const [first = '', ...rest] = user.name.split(' ');
  const { id, email, company_name, phone, role, status, created_at, plan } = user;
  return {
    profile: {
      id,
      username: email,
      email,
      first_name: first,
      last_name: rest.join(' '),
      company_name,
      phone,
      role,
      status,
      created_at,
    },
    subscription: plan && { plan: { displayName: plan.displayName, name: plan.name } },
    tenants: [],
    export_date: now.toISOString(),
    export_reason: 'Сервер не ответил: здесь только то, что знает браузер',
  };
}

/** The file name `my-data-2026-11-21.json`, with the day in the browser's time zone. */
const exportName = (now = new Date()): string => `my-data-${now.toLocaleDateString('sv-SE')}.json`;

export function saveMyData(data: MyData): void {
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), exportName());
}

export async function saveWorkbook({ workbook, subdomain }: ExportedData['tenants'][number]): Promise<void> {
  if (workbook) saveFile(await api.blob(workbook), `${subdomain}.xlsx`);
}

/** Saves the workbook and the complete data, from which another venue can be opened. */
export async function saveArchive({ archive, subdomain }: ExportedData['tenants'][number]): Promise<void> {
  if (archive) saveFile(await api.blob(archive), `${subdomain}.zip`);
}

export async function deleteAccount(confirmation: { word: string; password?: string }): Promise<void> {
  await api.call('DELETE /api/auth/delete-account', { body: confirmation });
}
