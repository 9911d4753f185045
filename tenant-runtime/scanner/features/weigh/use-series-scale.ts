import { useLayoutEffect, useReducer, useState } from 'react';
import { usePhoneScale, withPhoneScale } from '../../scales/use-phone-scale.ts';
import { useScales } from '../../scales/use-scales.ts';
import { type Followed, nextFollowed } from './followed-scale-id.ts';
import { createOnScale } from './on-scale.ts';

/** It outlives the screen: the bottle that was recorded last may still be on the scale when the series is opened again. */
export const onScale = createOnScale();

/** The scale and the weight on it that was not recorded yet. */
export function useSeriesScale() {
  const bridge = useScales();
  const phone = usePhoneScale();
  const scales = withPhoneScale(bridge, phone.shown);
  const [before, setFollowed] = useState<Followed>({});
  const followed = nextFollowed(before, Object.keys(scales.readings), phone.shown.reading?.scaleId);
  if (followed !== before) setFollowed(followed);
  const used = scales.readings[followed.scaleId ?? ''];
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  // Before the effects that look at the weight. A scale that sends changes alone sends nothing more for the screen to follow.
  useLayoutEffect(() => {
    onScale.see(used, performance.now());
    showAgain();
  }, [used]);
  const choose = (scaleId: string): void => setFollowed({ ...followed, scaleId });
  return { scales, bridge, phone, used, choose };
}
