import { type ListenParts, NOTHING_WRITTEN } from '../captured-scale.ts';
import { UsageError } from '../config.ts';
import { adapterTrouble } from './adapter-trouble.ts';
import type { Noble, Peripheral } from './noble.ts';

/** How long the system may take to report the state of its adapter. */
const ADAPTER_WITHIN_MS = 5000;
/** A scale that is awake advertises several times a second. */
const LOOK_MS = 6000;
const LOOK_FOR_NAME_MS = 30_000;
/** How many are shown: the scale is among the nearest. */
const MOST_SHOWN = 20;
const FARTHEST = -200;

/** `name` finds the scale without a person; `choose` shows the lines and returns the chosen line's index. */
export interface Choice {
  name?: string | undefined;
  choose: (lines: string[]) => Promise<number>;
}

const nameOf = ({ advertisement }: Peripheral): string => advertisement.localName?.trim() ?? '';

function lineOf(peripheral: Peripheral): string {
  const { serviceUuids = [], manufacturerData } = peripheral.advertisement;
  if (nameOf(peripheral)) return nameOf(peripheral);
  const seen = [...serviceUuids, ...(manufacturerData ? [manufacturerData.subarray(0, 2).toString('hex')] : [])];
  return `без имени (${seen.join(', ') || 'ничего о себе не говорит'})`;
}

/** Throws UsageError while the adapter does not work. */
export async function awaitAdapter(noble: Noble, { clock, stop }: ListenParts): Promise<void> {
  if (noble.state === 'poweredOn') return;
  const on = new AbortController();
  const onState = (): void => {
    if (noble.state === 'poweredOn') on.abort();
  };
  noble.on('stateChange', onState);
  await clock.wait(ADAPTER_WITHIN_MS, AbortSignal.any([stop, on.signal]));
  noble.removeListener('stateChange', onState);
  const trouble = adapterTrouble(noble.state, process.platform);
  if (trouble !== undefined) throw new UsageError(trouble);
}

/** Finds the scale among what advertises; the adapter scans already. Throws UsageError. */
export async function findNearScale(noble: Noble, { name, choose }: Choice, parts: ListenParts): Promise<Peripheral> {
  const { clock, stop, say } = parts;
  const near = new Map<string, Peripheral>();
  const found = new AbortController();
  const isWanted = (one: Peripheral): boolean =>
    name !== undefined && nameOf(one).toLowerCase().includes(name.trim().toLowerCase());
  const onDiscover = (one: Peripheral): void => {
    near.set(one.id, one);
    if (isWanted(one)) found.abort();
  };
  noble.on('discover', onDiscover);
  say('Ищем весы: включите их и поставьте рядом…');
  await clock.wait(name === undefined ? LOOK_MS : LOOK_FOR_NAME_MS, AbortSignal.any([stop, found.signal]));
  noble.removeListener('discover', onDiscover);
  if (stop.aborted) throw new UsageError(NOTHING_WRITTEN);
  const present = [...near.values()].sort((a, b) => (b.rssi ?? FARTHEST) - (a.rssi ?? FARTHEST)).slice(0, MOST_SHOWN);
  const named = [...near.values()].find(isWanted);
  if (named) return named;
  if (present.length === 0) throw new UsageError('Рядом нет ни одного устройства Bluetooth. Включите весы и повторите');
  const lines = present.map(lineOf);
  if (name !== undefined) throw new UsageError(`Весов «${name}» не слышно. Слышно: ${[...new Set(lines)].join(', ')}`);
  const chosen = present[await choose(lines)];
  if (!chosen) throw new UsageError('Такого номера в списке нет');
  return chosen;
}
