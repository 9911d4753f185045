let context: AudioContext | undefined;

/** A short tone for a code read; a browser lets a page sound only after it was touched. */
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
    // a phone without sound still counts
  }
}
