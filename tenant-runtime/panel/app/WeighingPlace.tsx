import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { isTyping } from '../lib/keys.ts';
import { closeWeighing, openWeighing, useWeighingOpened } from '../lib/weighing.ts';

const WeighingPanel = lazy(async () => ({
  default: (await import('../features/weighing/WeighingPanel.tsx')).WeighingPanel,
}));

/** Of the row that has the keyboard, where it is an item's. */
function itemUnderKeyboard(): number | null {
  const id = Number(document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item);
  return id > 0 ? id : null;
}

/** Weighing over any page: by W, from the header's scale, from an item. */
export function WeighingPlace() {
  const opened = useWeighingOpened();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, altKey, metaKey, shiftKey, code, target } = event;
    if (code !== 'KeyW' || ctrlKey || altKey || metaKey || shiftKey) return;
    if (isTyping(target) || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    openWeighing(itemUnderKeyboard());
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listener);
    return () => {
      removeEventListener('keydown', listener);
      closeWeighing();
    };
  }, []);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <WeighingPanel key={opened.itemId ?? 0} itemId={opened.itemId} onClose={closeWeighing} />
    </Suspense>
  );
}
