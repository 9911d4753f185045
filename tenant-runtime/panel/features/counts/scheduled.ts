import type { ScheduledCount } from '@ostatok/tenant-runtime/contract/scheduled-counts.endpoints.ts';
import type { SetScheduledCount } from '@ostatok/tenant-runtime/contract/scheduled-counts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../client/api.ts';

const SCHEDULED = ['counts', 'scheduled'];
const meta = { invalidates: [['counts']] };

export const useScheduledCounts = (enabled: boolean) =>
  useQuery({
    queryKey: SCHEDULED,
    queryFn: async ({ signal }) => (await api.call('GET /api/scheduled-counts', { signal })).scheduledCounts,
    enabled,
  });

/** Adds a scheduled count, or replaces the one with this id. */
export const useSetScheduledCount = (id: number | undefined) =>
  useMutation({
    mutationFn: (body: SetScheduledCount) =>
      id === undefined
        ? api.call('POST /api/scheduled-counts', { body })
        : api.call('PUT /api/scheduled-counts/:id', { params: { id }, body }),
    meta,
  });

export const useRemoveScheduledCount = (id: number | undefined) =>
  useMutation({
    mutationFn: () => api.call('DELETE /api/scheduled-counts/:id', { params: { id: Number(id) } }),
    meta,
  });

/** Begins the count that is due and opens its page. */
export function useStartDue() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (id: number) => api.call('POST /api/scheduled-counts/due/:id/start', { params: { id } }),
    onSuccess: ({ countId }) => void navigate(`/counts/${countId}`),
    meta,
  });
}

export const WEEKDAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'];

/** «пн, пт в 23:30», «каждый день в 23:30», «по будням в 09:00». */
export function timesText({ weekdays, time }: Pick<ScheduledCount, 'weekdays' | 'time'>): string {
  const days = weekdays.join('');
  if (days === '1234567') return `каждый день в ${time}`;
  if (days === '12345') return `по будням в ${time}`;
  return `${weekdays.map((day) => WEEKDAYS[day - 1]).join(', ')} в ${time}`;
}
