import { MARKETING } from '@ostatok/api/contract/email-templates.ts';
import { namesIn } from './editor/mjml-document.ts';
import { type Letter, useVariables } from './queries.ts';

/** The variables available to the letter, those it uses that are unknown, and those it lacks. */
export function useChecked(type: string, letter: Letter) {
  const { data: variables = [], isSuccess } = useVariables(type || MARKETING);
  const named = namesIn(letter.subject, letter.mjml, letter.html);
  const inside = namesIn(letter.mjml, letter.html);
  const known = new Set(variables.map(({ name }) => name));
  return {
    variables,
    unknown: isSuccess ? named.filter((name) => !known.has(name)) : [],
    missing: isSuccess ? variables.filter(({ name, required }) => required && !inside.includes(name)) : [],
  };
}
