import { ownerAndAccount } from '../conformity/document-1.ts';
import { billingAndPublicPages } from '../conformity/document-2.ts';
import { administration } from '../conformity/document-3.ts';
import { askedByIssue5 } from '../conformity/issue-5.ts';
import type { Rule } from '../conformity/rule.ts';
import type { Result } from './tap.ts';

const allRules: readonly Rule[] = [...ownerAndAccount, ...billingAndPublicPages, ...administration, ...askedByIssue5];

/** Braces within it too, one level deep. */
const PLACEHOLDER = /\$\{(?:[^{}]|\{[^{}]*\})*\}/;

/** A title of several tests, as it is written in their file: `${…}` stands for what each of them has there. */
function patternOf(title: string): RegExp {
  const parts = title.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}( \\(.*\\))?$`, 's');
}

/**
 * Holds each rule against what has run: `unproven` are those of which no test ran, or one failed; `notHere` those whose
 * tests this machine can't run, which the tests say by skipping themselves.
 */
export function unprovenRules(
  results: Result[],
  rules: readonly Rule[] = allRules,
): { unproven: string[]; notHere: string[] } {
  const unproven: string[] = [];
  const notHere: string[] = [];
  for (const { part, says, proof } of rules) {
    const [file, title] = proof;
    const pattern = patternOf(title);
    const ran = results.filter((result) => result.file === file && pattern.test(result.title));
    const rule = `${part} ${says}: ${file} «${title}»`;
    if (ran.length === 0) unproven.push(`${rule} did not run`);
    else if (ran.some(({ outcome }) => outcome === 'failed')) unproven.push(`${rule} failed`);
    else if (ran.every(({ outcome }) => outcome === 'skipped')) notHere.push(rule);
  }
  return { unproven, notHere };
}
