/** The scale that this phone was connected to last. */
export interface KeptScale {
  id: string;
  name: string;
  /** The name of its model. */
  model: string;
  /** The person has said that its display shows grams, where the scale does not say it. */
  showsGrams?: boolean;
}

const KEY = 'ostatok-scale';

export function keptScale(): KeptScale | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepScale(scale: KeptScale): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(scale));
  } catch {
    // Without storage the scale is chosen anew each time.
  }
}
