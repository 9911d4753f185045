import type { Reason } from '../../contract/changes.ts';

/** What people call them in the chat; the longer spellings first. */
const spellings: Record<Reason, string> = {
  waste: 'списание|списали|списано|бой|разбили|разбита|разбилось|разбилась|пролив|пролили|порча|испортилось|брак',
  comp: 'угощение|угостили|комплимент|комп',
  transfer: 'перемещение|переместили|передали|передача|перенесли',
};
const kinds = Object.keys(spellings) as Reason[];

export const REASON = kinds.map((reason) => spellings[reason]).join('|');

/** After the reason's word others may say more of it, but no digit and no sign: those belong to another item. */
const NOTE = '[^\\p{L}\\p{N}+＋➕✚−➖;]*\\p{L}[^\\p{N}+＋➕✚−➖;]*';
const atTheEnd = new RegExp(`^(.*?[\\p{L}\\p{N}.])(?: ?,)? \\(?((${REASON})(?:[ ,:.(—–]+(${NOTE}))?)$`, 'iu');

interface Given {
  reason: Reason;
  /** As it was written. */
  word: string;
  /** What is told of it: «списание, истёк срок». */
  note?: string;
  before: string;
  /** The word and all after it. */
  tail: string;
}

/** The reason that closes a line, and the line before it. */
export function reasonOf(text: string): Given | undefined {
  const [, before = '', tail = '', word = '', note] = atTheEnd.exec(text) ?? [];
  const reason = word && kinds.find((kind) => new RegExp(`^(?:${spellings[kind]})$`, 'iu').test(word));
  return reason ? { reason, word, before, tail, ...(note && { note: note.trim() }) } : undefined;
}

/** The line as written up to the reason's word. */
export const withoutReason = (whole: string, { tail }: Given): string =>
  whole.slice(0, whole.lastIndexOf(tail)).replace(/[\s,(]+$/u, '');

export const reasonNames: Record<Reason, string> = {
  waste: 'списание',
  comp: 'угощение',
  transfer: 'перемещение',
};
