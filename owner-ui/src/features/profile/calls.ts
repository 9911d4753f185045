import type { UpdateProfile, User } from '@ostatok/api/contract/auth.ts';
import { api } from '../../lib/api.ts';

/** Returns the updated profile. A response without it is not ours, as when a network returns its own page. */
export async function updateProfile(values: UpdateProfile): Promise<User> {
  const { user } = await api.put<{ user?: User }>('/auth/me', values);
  if (!user) throw new Error('Update failed');
  return user;
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const { success } = await api.post<{ success?: boolean }>('/auth/change-password', { oldPassword, newPassword });
  if (!success) throw new Error('Password change failed');
}
