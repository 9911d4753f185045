import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLatest } from '../../rows/use-latest.ts';
import type { CardTab } from './card/ItemCard.tsx';

function withCard(address: URLSearchParams, id: number | null, tab: CardTab): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('item');
  next.delete('tab');
  if (id !== null) next.set('item', String(id));
  if (id !== null && tab === 'data') next.set('tab', tab);
  return next;
}

/** Keeps the open card in the page's address, so that it can be linked to and the back button closes it. */
export function useCardAddress() {
  const [address, setAddress] = useSearchParams();
  const id = Number(address.get('item')) || null;
  const tab: CardTab = address.get('tab') === 'data' ? 'data' : 'history';
  const open = useLatest((item: number, shown: CardTab) =>
    setAddress((current) => withCard(current, item, shown), { replace: id !== null }),
  );
  const close = useLatest(() => setAddress((current) => withCard(current, null, tab), { replace: true }));
  return useMemo(() => ({ id, tab, open, close }), [id, tab, open, close]);
}
