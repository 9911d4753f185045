import type { ConnectedModel } from '@ostatok/kit/scales/found-model.ts';
import { createBackOff } from '../back-off.ts';
import { createFrameReader } from '../frames.ts';
import { type FollowedScale, type ScaleParts, sayOf } from './followed-scale.ts';
import { letGo } from './let-go.ts';
import type { Peripheral } from './noble.ts';
import { openScale } from './scale-link.ts';

/** After this many failures in a row bad reception is no longer the likely cause. */
const FAILURES_TO_EXPLAIN = 2;
const HELD_ELSEWHERE =
  'Весы видно, но они не подключаются. Закройте их приложение на телефоне: весы держат одно соединение';

/** Follows a scale that needs a connection: connects when it advertises, and again after it was gone. */
export function followConnected(parts: ScaleParts, models: readonly ConnectedModel[]): FollowedScale {
  const { scaleId, listener, clock, log, stop, inTurn } = parts;
  let say = sayOf(parts);
  const backOff = createBackOff();
  let retryAt = 0;
  /** The scale that is connected or being connected. */
  let held: Peripheral | undefined;

  async function hold(peripheral: Peripheral): Promise<void> {
    let alive = true;
    /** What came before the scale was told to be connected, which would take back the advice. */
    const early: Uint8Array[] = [];
    let read = (bytes: Uint8Array): void => void early.push(bytes);
    function onFrame(bytes: Uint8Array): void {
      if (alive) read(bytes);
    }
    say('connecting');
    try {
      const { gone, model, tare } = await inTurn(() => openScale({ peripheral, models, clock, stop, onFrame }));
      say = sayOf({ ...parts, model });
      say('connected', tare && { tare });
      read = createFrameReader(model, scaleId, listener, log);
      for (const bytes of early) read(bytes);
      await gone;
      backOff.reset();
      retryAt = clock.elapsed() + backOff.next();
      say('lost', { note: 'Связь пропала. Включите весы, если они уснули' });
    } catch (error) {
      log.warn({ scaleId, reason: (error as Error).message }, 'scale not connected');
      retryAt = clock.elapsed() + backOff.next();
      say('lost', {
        retryAt,
        note: backOff.failures() < FAILURES_TO_EXPLAIN ? 'Не удалось подключиться' : HELD_ELSEWHERE,
      });
    } finally {
      alive = false;
    }
  }
  const leave = async (): Promise<void> => held && letGo(held, clock);

  return {
    advertised(peripheral) {
      if (held || clock.elapsed() < retryAt || stop.aborted) return;
      held = peripheral;
      void hold(peripheral).finally(() => {
        held = undefined;
      });
    },
    // the adapter drops its connections when it goes off, but does not always report that
    adapterOff: () => void leave(),
    tick: () => undefined,
    leave,
  };
}
