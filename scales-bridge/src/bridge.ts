import { scaleModels } from '@ostatok/kit/scales/index.ts';
import { modelText } from '@ostatok/kit/scales/model-text.ts';
import { createSettling, type RawReading } from '@ostatok/kit/scales/settling.ts';
import type { ScaleState } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { Clock } from './clock.ts';
import type { KeptWeight, Outbox } from './outbox.ts';
import type { Recorder } from './recording.ts';
import type { Sink, VenueState } from './sink/venue-sink.ts';
import { TareRefused } from './sink/venue-tares.ts';
import type { Listener, ScaleStatus, Source } from './source.ts';

export interface ScaleView extends ScaleStatus {
  weightG?: number;
  stable?: boolean;
  stepG?: number | undefined;
}

/** The displayed state of a running bridge. */
export interface BridgeState {
  venue: VenueState;
  /** Why no scale can be found or no weight stored. */
  trouble: string | undefined;
  scales: ScaleView[];
  /** The number of weights that the tenant has not received yet. */
  kept: number;
}

interface Parts {
  source: Source;
  outbox: Outbox;
  clock: Clock;
  /** Creates the sink; `onState` receives the state of the tenant's connection, `tare` what its people ask. */
  makeSink: (onState: (state: VenueState) => void, tare: (scaleId: string) => Promise<void>) => Sink;
  onChange: (state: BridgeState) => void;
  record?: Recorder | undefined;
  showsGrams: Listener['showsGrams'];
}

/**
 * The time for sending the last weights before the end; the rest is on the disk. After Ctrl-C the bridge does not wait
 * for a tenant that is offline.
 */
const LAST_SENDING_MS = 5000;

const abouts = new Map(scaleModels.map((model) => [model.name, modelText(model)]));
/** What a person should know of a model; undefined for one that is none of ours, as in a simulation. */
export const aboutModel = (name: string): string | undefined => abouts.get(name);

function stateOf({ scaleId, model, state, tare }: ScaleView): ScaleState {
  const about = aboutModel(model);
  return { scaleId, model, state, canTare: tare !== undefined, ...(about !== undefined && { about }) };
}

/** Carries readings from scales to a tenant. */
export function createBridge({ source, outbox, clock, makeSink, onChange, record, showsGrams }: Parts) {
  const settle = createSettling();
  const scales = new Map<string, ScaleView>();
  let venue: VenueState = { state: 'connecting' };
  let trouble: string | undefined;
  function changed(): void {
    onChange({ venue, trouble: trouble ?? outbox.trouble(), scales: [...scales.values()], kept: outbox.count() });
  }
  async function tareScale(scaleId: string): Promise<void> {
    const scale = scales.get(scaleId);
    if (scale?.state !== 'connected') throw new TareRefused('Весы не на связи. Включите их и повторите');
    if (!scale.tare) throw new TareRefused('Эти весы обнуляются только своей кнопкой');
    await scale.tare();
  }
  const sink = makeSink((state) => {
    venue = state;
    changed();
  }, tareScale);

  function onReading(raw: RawReading): void {
    const elapsedAt = clock.elapsed();
    const { reading, settled, atRest } = settle(raw, elapsedAt);
    const { scaleId, weightG, stepG, stable } = reading;
    const weight: KeptWeight = { scaleId, weightG, stepG, at: clock.wall(), elapsedAt };
    if (settled) sink.keep(weight, reading);
    else sink.live(reading, atRest);
    const scale = scales.get(scaleId);
    if (scale) scales.set(scaleId, { ...scale, weightG, stable, stepG });
    changed();
  }
  const listener: Listener = {
    reading: onReading,
    scale({ scaleId, ...status }) {
      // advice comes without the command: as long as it is connected, a scale keeps the one that it came with
      const { weightG, stable, stepG, tare } =
        status.state === 'lost' ? {} : (scales.get(scaleId) ?? ({} as ScaleView));
      scales.set(scaleId, {
        scaleId,
        ...(tare && { tare }),
        ...status,
        ...(weightG === undefined ? {} : { weightG, stable: Boolean(stable), stepG }),
      });
      sink.states([...scales.values()].map(stateOf));
      changed();
    },
    frame: (frame) => record?.(frame),
    showsGrams,
    trouble(sentence) {
      trouble = sentence;
      changed();
    },
  };

  return {
    /** `stop` ends it; resolves when the source has ended and the last weights are sent. Throws SignInRefused. */
    async run(stop: AbortSignal): Promise<void> {
      const ended = new AbortController();
      const refused = new AbortController();
      const sending = sink.run(ended.signal).catch((error) => {
        refused.abort();
        throw error;
      });
      try {
        await source.run(listener, AbortSignal.any([stop, refused.signal]));
        await sink.flushed(LAST_SENDING_MS, !stop.aborted && !refused.signal.aborted);
      } finally {
        ended.abort();
        await sending;
      }
    },
  };
}
