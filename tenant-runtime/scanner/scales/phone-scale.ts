import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { followScale } from './followed-scale.ts';
import { keptScale } from './kept-scale.ts';
import { BLUETOOTH_OFF, choosingTrouble } from './scale-troubles.ts';
import { noScale, type ShownScale } from './shown-scale.ts';
import { visibleServices } from './visible-services.ts';
import type { ScaleDevice, WebBluetooth } from './web-bluetooth.ts';

/** The scale stays connected this long after its screen was left: the next bottle comes soon. */
const LINGER_MS = 60_000;

/** The scale that this phone reads itself; its module is loaded only when a scale is. */
function createPhoneScale(bluetooth: WebBluetooth) {
  const shows = createEmitter<[ShownScale]>();
  let shown = noScale;
  let followed: ReturnType<typeof followScale> | undefined;
  let watchers = 0;
  let held: ScaleDevice | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function show(next: ShownScale): void {
    shown = next;
    shows.emit(next);
  }
  function letGo(): void {
    followed?.leave();
    followed = undefined;
    show(noScale);
  }
  function lingerUnlessWatched(): void {
    clearTimeout(leaving);
    if (watchers === 0) leaving = setTimeout(letGo, LINGER_MS);
  }
  function hold(device: ScaleDevice, showsGrams: boolean): void {
    letGo();
    held = device;
    const { id, name = '' } = keptScale() ?? { id: '' };
    followed = followScale({ device, name: device.name || (device.id === id ? name : ''), showsGrams }, show);
    lingerUnlessWatched();
  }
  /** The scale of the last time, unless the browser has forgotten it together with the page. */
  async function lastDevice(): Promise<ScaleDevice | undefined> {
    const kept = keptScale();
    const known = (await bluetooth.getDevices?.().catch(() => undefined)) ?? [];
    return [...known, held].find((device) => device?.id === kept?.id);
  }
  /** A scale that the browser has forgotten is known again by its name. */
  async function isSaidToShowGrams({ name }: ScaleDevice): Promise<boolean> {
    const kept = keptScale();
    return kept?.showsGrams === true && kept.name === name && (await lastDevice()) === undefined;
  }
  return {
    /** Calls the listener with what there is and with each change; the scale is let go when nobody listens any more. */
    watch(listener: (shown: ShownScale) => void): () => void {
      clearTimeout(leaving);
      watchers += 1;
      listener(shown);
      const unsubscribe = shows.subscribe(listener);
      return () => {
        unsubscribe();
        watchers -= 1;
        lingerUnlessWatched();
      };
    },
    /**
     * Shows the browser's dialog, which opens only after a tap. Whether a scale shows grams is asked anew if it could have
     * come back without: a wrong answer can be mended.
     */
    async choose(): Promise<void> {
      try {
        if (!(await bluetooth.getAvailability())) return show({ ...shown, note: BLUETOOTH_OFF });
        const device = await bluetooth.requestDevice({ acceptAllDevices: true, optionalServices: visibleServices });
        hold(device, await isSaidToShowGrams(device));
      } catch (error) {
        const note = choosingTrouble(error);
        if (note !== undefined) show({ ...shown, note });
      }
    },
    /** Connects the scale of the last time without the dialog, where the browser remembers it. */
    async comeBack(): Promise<void> {
      const device = await lastDevice();
      if (device && !followed) hold(device, keptScale()?.showsGrams === true);
    },
    tare: async (): Promise<void> => followed?.tare().catch(() => undefined),
    answer: (isGrams: boolean): void => followed?.answer(isGrams),
  };
}
export type PhoneScale = ReturnType<typeof createPhoneScale>;

export const phoneScale = navigator.bluetooth && createPhoneScale(navigator.bluetooth);
