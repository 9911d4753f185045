import { useDebouncedValue } from '@mantine/hooks';
import { SUBDOMAIN_MIN } from '@ostatok/api/contract/provision.ts';
import { useQuery } from '@tanstack/react-query';
import { api, messageOf } from '../../lib/api.ts';

const DEBOUNCE_MS = 500;

export type SubdomainState =
  | { status: 'short' | 'checking' | 'free' }
  | { status: 'refused'; errors: string[]; suggestions: string[] }
  | { status: 'unknown'; message: string; retry: () => void };

/** Checks whether the subdomain is free, half a second after the last key and from three characters on. */
export function useSubdomainCheck(subdomain: string): SubdomainState {
  const [settled] = useDebouncedValue(subdomain, DEBOUNCE_MS);
  const query = useQuery({
    queryKey: ['check-subdomain', settled],
    queryFn: () => api.call('POST /api/provision/check-subdomain', { body: { subdomain: settled } }),
    enabled: settled.length >= SUBDOMAIN_MIN && settled === subdomain,
    retry: false,
  });
  if (subdomain.length < SUBDOMAIN_MIN) return { status: 'short' };
  if (settled !== subdomain || query.isFetching) return { status: 'checking' };
  if (query.error) {
    const retry = () => void query.refetch();
    return { status: 'unknown', message: messageOf(query.error, 'Не удалось проверить адрес'), retry };
  }
  if (!query.data) return { status: 'checking' };
  const { valid, errors, suggestions } = query.data;
  return valid ? { status: 'free' } : { status: 'refused', errors, suggestions };
}
