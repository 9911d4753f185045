let context: AudioContext | undefined;

interface Tone {
  hertz: number;
  /** Seconds from now. */
  from: number;
  seconds: number;
  volume: number;
}

/** A browser allows sound only after the page was touched. */
function play(tones: readonly Tone[]): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const { hertz, from, seconds, volume } of tones) {
      const tone = new OscillatorNode(context, { frequency: hertz });
      const gain = new GainNode(context, { gain: volume });
      tone.connect(gain).connect(context.destination);
      tone.start(context.currentTime + from);
      tone.stop(context.currentTime + from + seconds);
    }
  } catch {
    // A phone without sound can still count.
  }
}

/** A code was read. */
export const beep = (): void => play([{ hertz: 1760, from: 0, seconds: 0.08, volume: 0.1 }]);

/** A weight was recorded: two tones that rise, heard over music. */
export function soundRecorded(): void {
  navigator.vibrate?.(60);
  play([
    { hertz: 1320, from: 0, seconds: 0.09, volume: 0.25 },
    { hertz: 1980, from: 0.1, seconds: 0.14, volume: 0.25 },
  ]);
}

/** The person must look at the screen: one long low tone. */
export function soundQuestion(): void {
  navigator.vibrate?.([120, 80, 120]);
  play([{ hertz: 330, from: 0, seconds: 0.5, volume: 0.3 }]);
}
