/** Who is used right now, as far as this api process knows: venues do not fall asleep under those who use them. */
export function createVenueUse() {
  /** Requests and sockets open right now. */
  const busy = new Map<string, number>();
  /** Used since it was last written down. */
  const used = new Set<string>();
  /** What the platform itself uses right now, suspended ones too: how often. They are stopped when they are given back. */
  const acquired = new Map<string, number>();

  return {
    mark: (id: string): void => void used.add(id),
    /** Between the two a venue does not fall asleep; for requests and sockets alike. */
    begin(id: string): void {
      used.add(id);
      busy.set(id, (busy.get(id) ?? 0) + 1);
    },
    end(id: string): void {
      const left = (busy.get(id) ?? 1) - 1;
      if (left > 0) busy.set(id, left);
      else busy.delete(id);
      used.add(id);
    },
    isUsed: (id: string): boolean => busy.has(id) || used.has(id),
    acquire: (id: string): void => void acquired.set(id, (acquired.get(id) ?? 0) + 1),
    /** Whether nobody else has it acquired. */
    release(id: string): boolean {
      const left = (acquired.get(id) ?? 1) - 1;
      if (left > 0) acquired.set(id, left);
      else acquired.delete(id);
      return left <= 0;
    },
    isAcquired: (id: string): boolean => acquired.has(id),
    /** All who were used since this was last asked. */
    take(): string[] {
      const ids = [...new Set([...used, ...busy.keys()])];
      used.clear();
      return ids;
    },
  };
}
export type VenueUse = ReturnType<typeof createVenueUse>;
