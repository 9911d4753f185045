import { useEffect } from 'react';
import { isTyping } from '../keyboard/keys.ts';
import { useKeyDown } from '../keyboard/use-key-down.ts';
import { closeWeighing, openWeighing, useWeighingOpened } from '../scales/weighing.ts';
import { LaterPart } from '../ui/LaterPart.tsx';
import { WeighingPanel } from './later-parts.ts';

/** Returns the item whose row has the keyboard focus, or null when no item's row has it. */
function itemUnderKeyboard(): number | null {
  const id = Number(document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item);
  return id > 0 ? id : null;
}

/** Opens weighing over any page: by the key W, from the scale in the header or from an item. */
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
