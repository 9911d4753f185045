import type { Scales as ScalesAnswer } from '../../contract/scales.endpoints.ts';
import type { ScaleState, ScalesAck, ScalesReading } from '../../contract/socket.ts';
import { createRecentWeights } from './recent-weights.ts';

/** Milliseconds for which a weight counts as present on the scale. */
const LIVE_MS = 10_000;
const AHEAD_MS = 1000;
const MAX_SCALES = 20;
const ORDER = { connected: 0, connecting: 1, lost: 2 } as const;

/** A bridge, or a user whose program sends readings; `connection` tells its sockets apart. */
export interface Sender {
  key: string;
  name: string;
  connection: string;
}

interface Known extends ScaleState {
  sender: Sender;
  reading: ScalesReading | null;
}

interface Deps {
  clock: () => Date;
  onReading: (reading: ScalesReading) => void;
  onState: (scales: ScaleState[]) => void;
  /** Asks the sender at this connection to zero its scale. */
  onTare: (connection: string, scaleId: string) => Promise<ScalesAck>;
}

const refused = (error: string): ScalesAck => ({ ok: false, error });

const stateOf = ({ scaleId, model, state, canTare = false, about }: Known) => ({
  scaleId,
  model,
  state,
  canTare,
  ...(about !== undefined && { about }),
});

/**
 * Keeps the state of the tenant's scales in memory as their bridges report it; after a restart no scale holds a weight.
 */
export function createScales({ clock, onReading, onState, onTare }: Deps) {
  const scales = new Map<string, Known>();
  const recent = createRecentWeights();
  /** The scales that are being zeroed. */
  const taring = new Set<string>();
  const keyOf = (sender: Sender, scaleId: string): string => `${sender.key} ${scaleId}`;
  const now = (): number => clock().getTime();
  /**
   * Replaces a future time from a wrong clock by now. A time up to AHEAD_MS ahead is kept, so that a repeated weight
   * carries the same time.
   */
  const notAhead = (at: number): number => (at > now() + AHEAD_MS ? now() : at);

  /** If two bridges report one scale, the one that is connected to it counts. */
  function known(): Known[] {
    const best = new Map<string, Known>();
    for (const scale of [...scales.values()].sort((a, b) => ORDER[a.state] - ORDER[b.state])) {
      if (!best.has(scale.scaleId)) best.set(scale.scaleId, scale);
    }
    return [...best.values()];
  }
  const ofSender = (sender: Sender): Known[] => [...scales.values()].filter((one) => one.sender.key === sender.key);
  const reportState = (): void => onState(known().map(stateOf));

  /** Finds or adds a scale; a sender that never reports states has the scales whose readings arrive. */
  function find(sender: Sender, scaleId: string): Known | undefined {
    const key = keyOf(sender, scaleId);
    const scale = scales.get(key);
    if (scale && scale.state !== 'lost' && scale.sender.connection === sender.connection) return scale;
    if (!scale && ofSender(sender).length >= MAX_SCALES) return undefined;
    const made: Known = { scaleId, model: scale?.model ?? '', state: 'connected', sender, reading: null };
    scales.set(key, made);
    reportState();
    return made;
  }

  return {
    read(sender: Sender, { at, ...reading }: ScalesReading): ScalesAck {
      const readAt = at === undefined ? undefined : notAhead(Date.parse(at));
      if (Number.isNaN(readAt)) return { ok: false, error: 'at — время' };
      recent.take(reading, readAt, now());
      if (readAt !== undefined && now() - readAt > LIVE_MS) return { ok: true };
      const scale = find(sender, reading.scaleId);
      if (!scale) return { ok: false, error: `Не больше ${MAX_SCALES} весов` };
      scale.reading = reading;
      onReading(reading);
      return { ok: true };
    },
    report(sender: Sender, states: ScaleState[]): ScalesAck {
      const before = ofSender(sender);
      for (const { scaleId } of before) scales.delete(keyOf(sender, scaleId));
      for (const state of states) {
        const reading =
          state.state === 'connected' ? before.find((one) => one.scaleId === state.scaleId)?.reading : null;
        scales.set(keyOf(sender, state.scaleId), { ...state, sender, reading: reading ?? null });
      }
      reportState();
      return { ok: true, now: clock().toISOString() };
    },
    /**
     * Marks the sender's scales as lost when it disconnects, unless another connection of the sender has taken them
     * over.
     */
    gone(sender: Sender): void {
      const left = ofSender(sender).filter((one) => one.sender.connection === sender.connection);
      if (left.length === 0) return;
      for (const scale of left) Object.assign(scale, { state: 'lost', reading: null });
      reportState();
    },
    /** Removes the sender's scales for good. */
    forget(key: string): void {
      for (const [name, scale] of scales) if (scale.sender.key === key) scales.delete(name);
      reportState();
    },
    /** Zeroes a scale through its bridge. */
    async tare(scaleId: string): Promise<ScalesAck> {
      const scale = known().find((one) => one.scaleId === scaleId);
      if (!scale) return refused('Таких весов нет');
      if (scale.state !== 'connected') return refused('Весы не на связи. Включите их и повторите');
      if (!scale.canTare) return refused('Эти весы обнуляются только своей кнопкой');
      if (taring.has(scaleId)) return refused('Весы уже обнуляются');
      taring.add(scaleId);
      try {
        return await onTare(scale.sender.connection, scaleId);
      } finally {
        taring.delete(scaleId);
      }
    },
    current(): ScalesAnswer {
      const shown = known().map((scale) => ({ ...stateOf(scale), reading: scale.reading, bridge: scale.sender.name }));
      return { scales: shown, recent: recent.list() };
    },
  };
}
export type Scales = ReturnType<typeof createScales>;
