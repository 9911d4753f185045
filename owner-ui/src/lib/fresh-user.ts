import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './api.ts';
import { session } from './session.ts';

/** Reads the user's profile from the server and stores it with the session. */
export function useFreshUser(): void {
  const { data } = useQuery({
    queryKey: ['me'],
    queryFn: async () => (await api.call('GET /api/auth/me')).user,
  });
  useEffect(() => {
    if (data && session.get()) session.setUser(data);
  }, [data]);
}
