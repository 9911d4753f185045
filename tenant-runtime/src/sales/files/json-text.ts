import { refused } from './refusals.ts';

/**
 * Takes comments and commas before a closing bracket out of JSON, as samples in a maker's documentation have them. What is in
 * quotes stays as it is.
 */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  const tokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[}\]])/g;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith('"')) continue;
    kept.push(text.slice(from, index));
    from = index + token.length;
  }
  return kept.join('') + text.slice(from);
}

/** Reads JSON, also with comments. Throws Unreadable. */
export function readJson(text: string): unknown {
  const whole = text.replace(/^\ufeff/, '');
  for (const read of [() => whole, () => withoutComments(whole)]) {
    try {
      return JSON.parse(read());
    } catch {
      // the second try is the last one
    }
  }
  throw refused('bad_json');
}
