import { createTrimEnd } from '@ostatok/kit/node/trim-end.ts';
import { WORD } from './number-words.ts';

/** Who dictates gets «ноль-семь» and «ноль, семь» written. */
const afterZero = new RegExp(`(?<=(?:^|[^\\p{L}])н[оу]ль)(?:-|, ?)(?=${WORD}(?!\\p{L}))`, 'giu');

/**
 * Removes or replaces the characters that phones and keyboards insert unseen: zero-width marks, emoji selectors,
 * unusual spaces, full-width digits.
 */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\u00AD]|\uFE0E|\uFE0F|\u20E3/g, '')
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[，．]/g, (mark) => (mark === '，' ? ',' : '.'))
    .replace(/\s+/gu, ' ')
    .replace(afterZero, ' ')
    .trim();
}

const bullet = /^(?:[-–—•·*▪●◦‣]+ +(?!\d+(?:[.,]\d+)? ?\p{L}*$)|(?:[•·▪●◦‣✔☑]|✅)+ ?|\d{1,3}[.)] +)/u;
export const withoutTrailing = createTrimEnd(
  /[\s.,!?…:;)]|(?![➕➖✚])\p{Extended_Pictographic}|[\u{1F3FB}-\u{1F3FF}]/u,
);
const withoutLead = createTrimEnd(/[\s:=,—]/u);

/** Removes the list mark before a line and the punctuation after it. */
export const bareLine = (whole: string): string => withoutTrailing(whole.replace(bullet, '')) || whole;

/** Removes the punctuation at a name's end that only leads to the sign: «Абсолют: +1», «Абсолют — +1». */
export const nameOf = (text: string): string => withoutLead(text).trim();
