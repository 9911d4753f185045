import type { Reason } from '../../contract/changes.ts';

/** What people call them in the chat; the longer spellings first. */
const spellings: Record<Reason, string> = {
  waste: 'списание|списали|списано|бой|разбили|разбита|разбилось|разбилась|пролив|пролили|порча|испортилось|брак',
  comp: 'угощение|угостили|комплимент|комп',
  transfer: 'перемещение|переместили|передали|передача|перенесли',
};
const kinds = Object.keys(spellings) as Reason[];

export const REASON = kinds.map((reason) => spellings[reason]).join('|');

const atTheEnd = new RegExp(`^(.*[\\p{L}\\p{N}.])(?: ?,)? \\(?(${REASON})$`, 'iu');

/** The reason that closes a line, its word, and the line before it. */
export function reasonOf(text: string): { reason: Reason; word: string; before: string } | undefined {
  const [, before = '', word = ''] = atTheEnd.exec(text) ?? [];
  const reason = word && kinds.find((kind) => new RegExp(`^(?:${spellings[kind]})$`, 'iu').test(word));
  return reason ? { reason, word, before } : undefined;
}

/** The line as written up to the reason's word. */
export const withoutReason = (whole: string, word: string): string =>
  whole.slice(0, whole.lastIndexOf(word)).replace(/[\s,(]+$/u, '');

export const reasonNames: Record<Reason, string> = {
  waste: 'списание',
  comp: 'угощение',
  transfer: 'перемещение',
};
