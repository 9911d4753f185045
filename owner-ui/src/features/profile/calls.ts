import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import type { UpdateProfile } from '@ostatok/api/contract/auth.ts';
import { api } from '../../lib/api.ts';

/** Returns the updated profile. A response without it is not ours, as when a network returns its own page. */
export async function updateProfile(values: UpdateProfile): Promise<User> {
  const { user } = await api.call('PUT /api/auth/me', { body: values });
  if (!user) throw new Error('Update failed');
  return user;
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const { success } = await api.call('POST /api/auth/change-password', { body: { oldPassword, newPassword } });
  if (!success) throw new Error('Password change failed');
}
