import { useEffect } from 'react';
import { isTyping } from '../lib/keys.ts';
import { useKeyDown } from '../lib/use-key-down.ts';
import { closeWeighing, openWeighing, useWeighingOpened } from '../lib/weighing.ts';
import { LaterPart } from '../ui/LaterPart.tsx';
import { WeighingPanel } from './later-parts.ts';

/** Of the row that has the keyboard, where it is an item's. */
function itemUnderKeyboard(): number | null {
  const id = Number(document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item);
  return id > 0 ? id : null;
}

/** Weighing over any page: by W, from the header's scale, from an item. */
export function WeighingPlace() {
  const opened = useWeighingOpened();
  useKeyDown((event) => {
    const { ctrlKey, altKey, metaKey, shiftKey, code, target } = event;
    if (code !== 'KeyW' || ctrlKey || altKey || metaKey || shiftKey) return;
    if (isTyping(target) || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    openWeighing(itemUnderKeyboard());
  });
  useEffect(() => closeWeighing, []);
  if (!opened) return null;
  return (
    <LaterPart onClose={closeWeighing}>
      <WeighingPanel key={opened.itemId ?? 0} itemId={opened.itemId} onClose={closeWeighing} />
    </LaterPart>
  );
}
