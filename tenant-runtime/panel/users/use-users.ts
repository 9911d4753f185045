import { useQuery } from '@tanstack/react-query';
import { api } from '../client/api.ts';

/** The administrator's list of users; `enabled` says whether the reader may load it. */
export const useUsers = (enabled: boolean) =>
  useQuery({
    queryKey: ['users'],
    queryFn: async ({ signal }) => (await api.call('GET /api/users', { signal })).users,
    enabled,
  });
