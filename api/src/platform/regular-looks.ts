export interface RegularLooks {
  everyMs: number;
  /** Also now. */
  isAtOnce?: boolean;
  look: () => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Looks every so often, but not while the last look lasts, until the returned function is called, which waits for the
 * present look.
 */
export function lookRegularly({ everyMs, isAtOnce = false, look, onError }: RegularLooks): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const begin = (): void => {
    looking ??= look()
      .catch(onError)
      .finally(() => {
        looking = undefined;
      });
  };
  if (isAtOnce) begin();
  const timer = setInterval(begin, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
