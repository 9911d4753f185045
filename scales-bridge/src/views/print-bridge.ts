import type { BridgeState } from '../bridge.ts';
import { keptText, scaleText, venueText, weightText } from './texts.ts';

/** The counterpart of the Ink view without a terminal: prints a line for each change and each settled weight. */
export function printBridge(title: string, write: (line: string) => void) {
  const said = new Map<string, string>();
  function say(about: string, key: string, line: string): void {
    if (said.get(about) === key) return;
    said.set(about, key);
    write(line);
  }
  function sayOrForget(about: string, line: string | undefined): void {
    if (line === undefined) said.delete(about);
    else say(about, line, line);
  }
  return {
    update(state: BridgeState): void {
      const { venue, scales, trouble } = state;
      // neither the seconds of a countdown nor another attempt is worth a line
      if (venue.state === 'waiting') say('venue', 'waiting', `${title}: ${venue.note}, пробуем снова`);
      else if (venue.state === 'connected' || !said.has('venue')) {
        say('venue', venue.state, `${title}: ${venueText(state, 0)}`);
      }
      sayOrForget('trouble', trouble);
      sayOrForget('kept', keptText(state));
      for (const scale of scales) {
        const name = `${scale.model || scale.scaleId} (${scale.scaleId})`;
        const note = scale.note ? ` — ${scale.note}` : '';
        if (scale.weightG === undefined) {
          say(scale.scaleId, scale.state + note, `${name}: ${scaleText(scale, scale.retryAt ?? 0)}${note}`);
        } else if (scale.stable) say(scale.scaleId, String(scale.weightG), `${name}: ${weightText(scale)}`);
      }
    },
    end(): void {},
  };
}
