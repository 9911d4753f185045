import type { UpdateProfile, User } from '@ostatok/api/contract/auth.ts';
import { api } from '../../lib/api.ts';

/** The profile as it is now. An answer without it is none of ours: a network's own page may stand in between. */
export async function updateProfile(values: UpdateProfile): Promise<User> {
  const { user } = await api.put<{ user?: User }>('/auth/me', values);
  if (!user) throw new Error('Update failed');
  return user;
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const { success } = await api.post<{ success?: boolean }>('/auth/change-password', { oldPassword, newPassword });
  if (!success) throw new Error('Password change failed');
}
