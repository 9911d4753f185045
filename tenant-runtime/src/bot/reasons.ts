import { createTrimEnd } from '@ostatok/kit/node/trim-end.ts';
import type { Reason } from '../../contract/changes.ts';

/** The words that users write for each reason; longer spellings come first. */
const spellings: Record<Reason, string> = {
  waste:
    'списани[ея]|спис(?:ал[аи]?|ано|ываю|ываем)|бой|разбил(?:[аи]|ось|ась|ся|ись)?|разбит[аоы]?|пролив|(?:про|раз|вы)лил[аи]?|уронил[аи]?|просрочка|порча|испортил(?:ось|ась|ся|ись)|брак|вы(?:кину|броси)л[аи]?|сгнил[аои]?|протух(?:ло|ла|ли)?|(?:про|с)кис(?:ло|ла|ли)?|завял[аои]?|засох(?:ло|ла|ли)?|заплесневел[аои]?|(?:трес|лоп)нул[аои]?|бит(?:ых|ая|ый|ые|ое)',
  comp: 'угощение|угостил[аи]?|комплимент|компл?',
  transfer: 'перемещение|переместил[аи]?|передал[аи]?|передача|перен[её]с(?:ли|ла)?',
};
const kinds = Object.keys(spellings) as Reason[];

export const REASON = kinds.map((reason) => spellings[reason]).join('|');

/** Words after the reason may explain it, but a digit or a sign belongs to another item. */
const otherItem = /[\p{N}+＋➕✚−➖;]/gu;
const reasonWord = new RegExp(`(?<=[\\p{L}\\p{N}.])(?: ?,)? \\(?(${REASON})(?=$|[ ,:.(—–])`, 'giu');
const noteLead = /^[ ,:.(—–]+/;
const withoutLink = createTrimEnd(/[\s,(]/u);

interface Given {
  reason: Reason;
  /** The reason's word as it was written. */
  word: string;
  /** The explanation of the reason: «списание, истёк срок». */
  note?: string;
  before: string;
  /** The reason's word and everything after it. */
  tail: string;
}

export const reasonNamed = (word: string): Reason | undefined =>
  kinds.find((kind) => new RegExp(`^(?:${spellings[kind]})$`, 'iu').test(word));

/** Returns the position after the last digit or sign. */
export function startOfRest(text: string): number {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(otherItem)) start = index + mark.length;
  return start;
}

/** Returns the reason that ends a line, and the line before it. */
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

/** Returns the line as written up to the reason's word. */
export const withoutReason = (whole: string, { tail }: Pick<Given, 'tail'>): string =>
  withoutLink(whole.slice(0, whole.lastIndexOf(tail)));

export const reasonNames: Record<Reason, string> = {
  waste: 'списание',
  comp: 'угощение',
  transfer: 'перемещение',
};
