/**
 * Lets calls that come during a run share the next run, so that every answer comes from a reading that began after its
 * request.
 */
export function coalesced<K, V>(read: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const running = new Map<K, Promise<V>>();
  const next = new Map<K, Promise<V>>();

  function start(key: K): Promise<V> {
    const reading = read(key).finally(() => {
      if (running.get(key) === reading) running.delete(key);
    });
    running.set(key, reading);
    return reading;
  }

  return (key) => {
    const current = running.get(key);
    if (!current) return start(key);
    const waiting =
      next.get(key) ??
      current
        .catch(() => {})
        .then(() => {
          next.delete(key);
          return start(key);
        });
    next.set(key, waiting);
    return waiting;
  };
}
