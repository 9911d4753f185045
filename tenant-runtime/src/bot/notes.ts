import { startOfRest } from './reasons.ts';

const noteLead = /(?: ?,)? (?:\((?=\p{L})|(?=(?:на|для|из|от|по|в|во|за|к|со) \p{L}))/giu;
/** More would only be other words of the same note. */
const MAX_LEADS = 3;

export interface Noted {
  /** The line up to the note. */
  before: string;
  /** The note as written, to the line's end. */
  tail: string;
  note: string;
}

/** What the line may end with that is no quantity: after a bracket or a preposition, without digits and signs of its own. */
export function notesOf(text: string): Noted[] {
  const found: Noted[] = [];
  noteLead.lastIndex = startOfRest(text);
  for (let lead = noteLead.exec(text); lead && found.length < MAX_LEADS; lead = noteLead.exec(text)) {
    const tail = text.slice(lead.index + lead[0].length);
    found.push({ before: text.slice(0, lead.index), tail, note: tail });
    if (lead[0].length === 0) break;
  }
  return found;
}
