import { ownerAndAccount } from '../conformity/document-1.ts';
import { billingAndPublicPages } from '../conformity/document-2.ts';
import { administration } from '../conformity/document-3.ts';
import { askedByIssue5 } from '../conformity/issue-5.ts';
import type { Rule } from '../conformity/rule.ts';
import type { Result } from './tap.ts';

const allRules: readonly Rule[] = [...ownerAndAccount, ...billingAndPublicPages, ...administration, ...askedByIssue5];

/** Matches a placeholder that may contain braces, one level deep. */
const PLACEHOLDER = /\$\{(?:[^{}]|\{[^{}]*\})*\}/;

/** The title of several tests, as written in their file: each test has its own text in place of `${…}`. */
function patternOf(title: string): RegExp {
  const parts = title.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}( \\(.*\\))?$`, 's');
}

/**
 * Checks each rule against the tests that ran: `unproven` are rules of which no test ran, or one failed; `notHere` are
 * rules whose tests this machine cannot run, so that they skip themselves, and those of files `left` to another run.
 */
export function unprovenRules(
  results: Result[],
  rules: readonly Rule[] = allRules,
  left: readonly string[] = [],
): { unproven: string[]; notHere: string[] } {
  const unproven: string[] = [];
  const notHere: string[] = [];
  for (const { part, says, proof } of rules) {
    const [file, title] = proof;
    const pattern = patternOf(title);
    const ran = results.filter((result) => result.file === file && pattern.test(result.title));
    const rule = `${part} ${says}: ${file} «${title}»`;
    if (left.includes(file)) notHere.push(rule);
    else if (ran.length === 0) unproven.push(`${rule} did not run`);
    else if (ran.some(({ outcome }) => outcome === 'failed')) unproven.push(`${rule} failed`);
    else if (ran.every(({ outcome }) => outcome === 'skipped')) notHere.push(rule);
  }
  return { unproven, notHere };
}
