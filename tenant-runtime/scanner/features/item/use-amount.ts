import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import { readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { useEffect, useMemo, useState } from 'react';
import toast from 'react-hot-toast';
import { draftOf, forgetDraft, keepDraft } from '../../amount/draft.ts';
import { addTo, type Key, type Mode, press } from '../../amount/keypad.ts';
import { packSizeOf } from '../../amount/pack-sizes.ts';
import type { ItemAddress } from '../../catalogue/use-item.ts';
import { useLookup } from '../../catalogue/use-lookup.ts';
import { useKeyboardWedge } from '../../keyboard/use-keyboard-wedge.ts';
import { itemScreen, screens } from '../../navigation/screen.ts';
import type { PhoneItem } from '../../offline/catalogue.ts';
import { shortCode } from '../../recording/short-code.ts';
import { useBottle } from '../../recording/use-bottle.ts';
import { useWorkspace } from '../../workspace/workspace.ts';

interface Typed {
  mode: Mode;
  text: string;
  reason?: Reason | undefined;
}

interface AmountOf {
  item: PhoneItem;
  /** The address of its screen, which stays when the server takes an item made here. */
  address: ItemAddress;
  countId?: number;
}

/** The number being typed for the item, by keypad, keyboard or keyboard-wedge scanner; it survives reloads. */
export function useAmount({ item, address, countId }: AmountOf, initial: Typed, onEnter: () => void) {
  const { user } = useWorkspace();
  const { itemId, itemKey } = address;
  const place = useMemo(() => ({ owner: user.id, itemId, itemKey, countId }), [user.id, itemId, itemKey, countId]);
  const [typed, setTyped] = useState<Typed>(() => (initial.text === '' ? (draftOf(place) ?? initial) : initial));
  useEffect(() => {
    if (typed.text) keepDraft({ ...typed, ...place });
    else forgetDraft(place);
  }, [typed, place]);

  const add = (amount: number): void => setTyped((before) => ({ ...before, text: addTo(before.text, amount) }));
  const lookUp = useLookup();
  const countBottle = useBottle();

  async function onCode(code: string): Promise<void> {
    const found = await lookUp.known(code);
    const mark = countId === undefined ? undefined : readMark(code)?.mark;
    if (mark === undefined && found && found.item.id === item.id && found.item.key === item.key) {
      const pack = packSizeOf(item, found.pack);
      if (pack) add(pack.amount);
      return;
    }
    if (typed.text) toast.error(`Сначала запишите или сотрите ${typed.text} ${item.unit}`, { id: 'half-typed' });
    else if (found && mark !== undefined) {
      if (!(await countBottle(found, mark))) screens.replace(itemScreen(found.item, { pack: found.pack, mark }));
    } else if (found) screens.replace(itemScreen(found.item, { pack: found.pack }));
    else {
      screens.back();
      toast.error(`Код ${shortCode(code)} не знаком. Откройте его на экране поиска`);
    }
  }

  useKeyboardWedge({
    onCode: (code) => void onCode(code),
    onKey: (pressed) => setTyped((before) => ({ ...before, text: press(before.text, pressed as Key) })),
    onEnter,
  });
  return {
    ...typed,
    add,
    press: (pressed: Key) => setTyped((before) => ({ ...before, text: press(before.text, pressed) })),
    set: (next: Partial<Typed>) => setTyped((before) => ({ ...before, ...next })),
    /** Deletes the draft after the number was recorded. */
    done: () => forgetDraft(place),
  };
}
