import type { Connection } from '@ostatok/kit/scales/scale-model.ts';
import { createBackOff } from '../back-off.ts';
import { type FollowedScale, type ScaleParts, sayOf } from './followed-scale.ts';
import type { Peripheral } from './noble.ts';
import { openScale } from './scale-link.ts';

/** After this many failures in a row bad reception is no longer the likely cause. */
const FAILURES_TO_EXPLAIN = 2;
const HELD_ELSEWHERE =
  'Весы видно, но они не подключаются. Закройте их приложение на телефоне: весы держат одно соединение';

/** Follows a scale that needs a connection: connects when it advertises, and again after it was gone. */
export function followConnected(parts: ScaleParts, link: Connection): FollowedScale {
  const { scaleId, clock, log, stop, read, inTurn } = parts;
  const say = sayOf(parts);
  const backOff = createBackOff();
  let retryAt = 0;
  /** The scale that is connected or being connected. */
  let held: Peripheral | undefined;

  async function hold(peripheral: Peripheral): Promise<void> {
    let alive = true;
    const onFrame = (bytes: Uint8Array): void => void (alive && read(bytes));
    say('connecting');
    try {
      const { gone } = await inTurn(() => openScale({ peripheral, link, clock, stop, onFrame }));
      say('connected');
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
  const letGo = async (): Promise<void> => held?.disconnectAsync().catch(() => undefined);

  return {
    advertised(peripheral) {
      if (held || clock.elapsed() < retryAt || stop.aborted) return;
      held = peripheral;
      void hold(peripheral).finally(() => {
        held = undefined;
      });
    },
    // the adapter drops its connections when it goes off, but does not always report that
    adapterOff: () => void letGo(),
    tick: () => undefined,
    leave: letGo,
  };
}
