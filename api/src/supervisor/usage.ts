/** Tracks which tenants are in use in this api process, so that they don't fall asleep meanwhile. */
export function createVenueUse() {
  /** The number of open requests and sockets by tenant. */
  const busy = new Map<string, number>();
  /** Tenants used since the last `take`. */
  const used = new Set<string>();

  return {
    mark: (id: string): void => void used.add(id),
    /** Between `begin` and `end` a tenant does not fall asleep; requests and sockets use both. */
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
    /** Returns all tenants used since the last call. */
    take(): string[] {
      const ids = [...new Set([...used, ...busy.keys()])];
      used.clear();
      return ids;
    },
  };
}
export type VenueUse = ReturnType<typeof createVenueUse>;
