import { measuresOf } from '@ostatok/kit/names/measures.ts';

/** Returns the millilitres of one bottle that a name says; undefined for a pack of several. */
export function volumeInName(name: string): number | undefined {
  const { volumeMl, pack } = measuresOf(name).measures;
  return pack === undefined ? volumeMl : undefined;
}
