import { useEffect, useState } from 'react';
import { keptScale } from './kept-scale.ts';
import type { PhoneScale } from './phone-scale.ts';
import { noScale, type ShownScale } from './shown-scale.ts';
import type { LiveScales } from './use-scales.ts';

export interface PhoneScaleUse {
  shown: ShownScale;
  choose: () => void;
  tare: () => void;
  /** The person's answer whether the display shows grams. */
  answer: (isGrams: boolean) => void;
}

const NOT_LOADED = 'Не загрузилось. Проверьте интернет и нажмите «Подключить весы» ещё раз';

const load = async (): Promise<PhoneScale | undefined> => (await import('./phone-scale.ts')).phoneScale;

/** The phone's own scale while the screen is shown. What reads it is loaded only when there is one. */
export function usePhoneScale(): PhoneScaleUse {
  const [scale, setScale] = useState<PhoneScale>();
  const [shown, setShown] = useState(noScale);

  useEffect(() => {
    if (!navigator.bluetooth || !keptScale()) return;
    load().then(
      (loaded) => {
        setScale(loaded);
        return loaded?.comeBack();
      },
      // Nobody has asked for it yet: the button says why when it is tapped.
      () => {},
    );
  }, []);
  useEffect(() => scale?.watch(setShown), [scale]);

  return {
    shown,
    choose: () =>
      void load().then(
        (loaded) => {
          setScale(loaded);
          return loaded?.choose();
        },
        () => setShown({ ...noScale, note: NOT_LOADED }),
      ),
    tare: () => void scale?.tare(),
    answer: (isGrams) => scale?.answer(isGrams),
  };
}

/** Adds the phone's own scale to those of the bridge; it comes last, which is the one that is used. */
export function withPhoneScale(scales: LiveScales, { state, reading }: ShownScale): LiveScales {
  if (state !== 'connected') return scales;
  const readings = { ...scales.readings, ...(reading && { [reading.scaleId]: reading }) };
  return { state: 'live', readings, tares: scales.tares };
}
