import type { VenueUser } from '@ostatok/tenant-runtime/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** The administrator's list of people; `enabled` says whether the reader may have it. */
export const useUsers = (enabled: boolean) =>
  useQuery({
    queryKey: ['users'],
    queryFn: async ({ signal }) => (await api.get<{ users: VenueUser[] }>('/users', { signal })).users,
    enabled,
  });
