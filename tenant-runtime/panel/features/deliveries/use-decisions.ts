import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { api } from '../../client/api.ts';
import { createDecisionQueue } from './decision-queue.ts';
import { showDelivery } from './deliveries.ts';

/** The decisions about a draft that are being saved. */
export function useDecisions(id: number) {
  const queries = useQueryClient();
  const [queue] = useState(() =>
    createDecisionQueue({
      async send(lines) {
        const answer = await api.call('PUT /api/deliveries/:id/lines', { params: { id }, body: { lines } });
        await showDelivery(queries, answer.delivery);
      },
      onLost: (reason) => toast.error(`Строки поставки не сохранены. ${reason}`),
    }),
  );
  useEffect(() => {
    const wake = (): void => queue.flush();
    const warn = (event: BeforeUnloadEvent): void => {
      if ([...queue.snapshot().values()].some(({ state }) => state === 'waiting')) event.preventDefault();
    };
    queue.open();
    addEventListener('online', wake);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('online', wake);
      removeEventListener('beforeunload', warn);
      queue.close();
      void queries.invalidateQueries({ queryKey: ['deliveries'] });
    };
  }, [queue, queries]);
  const queued = useSyncExternalStore(queue.subscribe, queue.snapshot);
  return { queue, queued, trouble: queue.trouble() };
}
