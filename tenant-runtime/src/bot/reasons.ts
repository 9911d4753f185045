import { createTrimEnd } from '@ostatok/kit/node/trim-end.ts';
import type { Reason } from '../../contract/changes.ts';

/** What people call them in the chat; the longer spellings first. */
const spellings: Record<Reason, string> = {
  waste:
    'списани[ея]|спис(?:ал[аи]?|ано|ываю|ываем)|бой|разбил(?:[аи]|ось|ась|ся|ись)?|разбит[аоы]?|пролив|(?:про|раз|вы)лил[аи]?|уронил[аи]?|просрочка|порча|испортил(?:ось|ась|ся|ись)|брак|вы(?:кину|броси)л[аи]?|сгнил[аои]?|протух(?:ло|ла|ли)?|(?:про|с)кис(?:ло|ла|ли)?|завял[аои]?|засох(?:ло|ла|ли)?|заплесневел[аои]?|(?:трес|лоп)нул[аои]?|бит(?:ых|ая|ый|ые|ое)',
  comp: 'угощение|угостил[аи]?|комплимент|компл?',
  transfer: 'перемещение|переместил[аи]?|передал[аи]?|передача|перен[её]с(?:ли|ла)?',
};
const kinds = Object.keys(spellings) as Reason[];

export const REASON = kinds.map((reason) => spellings[reason]).join('|');

/** After the reason's word others may say more of it, but no digit and no sign: those belong to another item. */
const otherItem = /[\p{N}+＋➕✚−➖;]/gu;
const reasonWord = new RegExp(`(?<=[\\p{L}\\p{N}.])(?: ?,)? \\(?(${REASON})(?=$|[ ,:.(—–])`, 'giu');
const noteLead = /^[ ,:.(—–]+/;
const withoutLink = createTrimEnd(/[\s,(]/u);

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

export const reasonNamed = (word: string): Reason | undefined =>
  kinds.find((kind) => new RegExp(`^(?:${spellings[kind]})$`, 'iu').test(word));

/** After the last digit or sign. */
export function startOfRest(text: string): number {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(otherItem)) start = index + mark.length;
  return start;
}

/** The reason that closes a line, and the line before it. */
export function reasonOf(text: string): Given | undefined {
  reasonWord.lastIndex = startOfRest(text);
  const found = reasonWord.exec(text);
  const word = found?.[1];
  if (!found || !word) return undefined;
  const tail = text.slice(found.index + found[0].length - word.length);
  const note = tail.slice(word.length).replace(noteLead, '');
  if (tail !== word && !/\p{L}/u.test(note)) return undefined;
  const reason = reasonNamed(word);
  return reason && { reason, word, before: text.slice(0, found.index), tail, ...(note && { note: note.trim() }) };
}

/** The line as written up to the reason's word. */
export const withoutReason = (whole: string, { tail }: Pick<Given, 'tail'>): string =>
  withoutLink(whole.slice(0, whole.lastIndexOf(tail)));

export const reasonNames: Record<Reason, string> = {
  waste: 'списание',
  comp: 'угощение',
  transfer: 'перемещение',
};
