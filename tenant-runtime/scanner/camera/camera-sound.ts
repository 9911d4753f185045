let context: AudioContext | undefined;

/** Plays a short tone when a code was read; a browser allows sound only after the page was touched. */
export function beep(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    const tone = new OscillatorNode(context, { frequency: 1760 });
    const volume = new GainNode(context, { gain: 0.1 });
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.08);
  } catch {
    // A phone without sound can still count.
  }
}
