/** Milliseconds after which a long reading yields to other work, because a misspelt name among ten thousand takes a while. */
const TURN_MS = 20;

export type Pause = () => Promise<void>;

/** Returns a function that yields to other work when the last turn has taken long enough. */
export function createPause(): Pause {
  let turnBegan = performance.now();
  return async () => {
    if (performance.now() - turnBegan <= TURN_MS) return;
    await new Promise((resume) => setImmediate(resume));
    turnBegan = performance.now();
  };
}
