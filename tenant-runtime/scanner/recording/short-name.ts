const MOST = 40;

/** Shortens a name for a toast, so that the amount after it stays visible. */
export const shortName = (name: string): string =>
  name.length > MOST ? `${name.slice(0, MOST - 1).trimEnd()}…` : name;
