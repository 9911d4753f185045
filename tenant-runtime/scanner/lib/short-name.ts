const MOST = 40;

/** As a toast says it: the amount after it must stay in sight. */
export const shortName = (name: string): string =>
  name.length > MOST ? `${name.slice(0, MOST - 1).trimEnd()}…` : name;
