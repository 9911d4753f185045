import type { Venue } from '@ostatok/tenant-runtime/contract/venue.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../client/api.ts';

const KEY = 'ostatok.venue';

/** Returns the details stored at the last visit, so that the name appears at once. */
function remembered(): Venue | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

async function readVenue(): Promise<Venue> {
  const { venue } = await api.call('GET /api/venue');
  localStorage.setItem(KEY, JSON.stringify(venue));
  return venue;
}

const nameless: Venue = { name: 'Остаток', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };

export function useVenue(): Venue {
  const { data } = useQuery({
    queryKey: ['venue'],
    queryFn: readVenue,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: remembered,
  });
  return data ?? nameless;
}
