import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import type { ConnectedModel } from '@ostatok/kit/scales/found-model.ts';
import { modelText } from '@ostatok/kit/scales/model-text.ts';
import { keepScale } from './kept-scale.ts';
import { pause } from './pause.ts';
import { createPhoneReadings } from './phone-readings.ts';
import { openScale, type ScaleLink } from './scale-link.ts';
import { connectingTrouble, finalTrouble, LOST, UnknownScale } from './scale-troubles.ts';
import { noScale, type ShownScale } from './shown-scale.ts';
import type { ScaleDevice } from './web-bluetooth.ts';

/** Some scales send only when the weight changes; after this long without a frame the weight is unknown. */
const SILENCE_MS = 60_000;

interface Followed {
  device: ScaleDevice;
  name: string;
  /** The person has said so of this device before. */
  showsGrams: boolean;
}

/** Keeps a scale connected, again and again with growing pauses, until it is left. */
export function followScale({ device, name, ...said }: Followed, show: (shown: ShownScale) => void) {
  const left = new AbortController();
  const pauses = createBackoff({ firstMs: 1000, lastMs: 30_000 });
  let { showsGrams } = said;
  let shown = noScale;
  let link: ScaleLink | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function report(next: ShownScale): void {
    if (left.signal.aborted) return;
    shown = next;
    show(next.grams ? { ...next, reading: undefined } : next);
  }
  function connected({ model, tare }: ScaleLink): void {
    keepScale({ id: device.id, name, model: model.name, showsGrams });
    report({
      ...shown,
      state: 'connected',
      model: model.name,
      about: modelText(model),
      canTare: tare !== undefined,
      note: undefined,
      grams: model.isUnitUnknown && !showsGrams ? 'asked' : undefined,
    });
  }
  /** One connection, from the first attempt until it is gone. */
  async function connectOnce(): Promise<void> {
    let read: ReturnType<typeof createPhoneReadings> | undefined;
    function onFrame(model: ConnectedModel, bytes: Uint8Array): void {
      read ??= createPhoneReadings(model, device.id);
      for (const received of read(bytes)) report({ ...shown, note: undefined, reading: undefined, ...received });
      clearTimeout(silence);
      silence = setTimeout(() => report({ ...shown, reading: undefined }), SILENCE_MS);
    }
    report({ ...shown, state: 'connecting' });
    link = await openScale(device, name, onFrame);
    const { model, gone } = link;
    connected(link);
    await gone;
    link = undefined;
    pauses.reset();
    report({ state: 'lost', model: model.name, note: LOST });
    await pause(pauses.next(), left.signal);
  }
  async function follow(): Promise<void> {
    while (!left.signal.aborted) {
      try {
        await connectOnce();
      } catch (error) {
        const final = finalTrouble(error);
        if (final !== undefined)
          return report({ state: 'none', note: final, ...(error instanceof UnknownScale && { unknown: device }) });
        const wait = pauses.next();
        report({ state: 'lost', model: shown.model, note: connectingTrouble(error, pauses.failures()) });
        await pause(wait, left.signal);
      }
    }
  }
  void follow();
  return {
    tare: async (): Promise<void> => link?.tare?.(),
    /** The person's answer whether the display shows grams. */
    answer(isGrams: boolean): void {
      if (!link || !shown.grams) return;
      showsGrams = isGrams;
      if (isGrams) keepScale({ id: device.id, name, model: link.model.name, showsGrams });
      report({ ...shown, grams: isGrams ? undefined : 'denied' });
    },
    leave(): void {
      clearTimeout(silence);
      left.abort();
      device.gatt.disconnect();
    },
  };
}
