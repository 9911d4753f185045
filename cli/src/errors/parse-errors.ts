import { argumentName } from '../argument-names.ts';

/** Translations of oclif's messages about wrong commands, by pattern. */
const sayings: [RegExp, (match: string[]) => string][] = [
  [/^Nonexistent flags?: (.+)/, ([, flags]) => `Нет такого параметра: ${flags}`],
  [/^Missing \d+ required args?:\n([\s\S]+)/, ([, list = '']) => `Не хватает: ${missingArgs(list)}`],
  [/^Unexpected arguments?: (.+)/, ([, args]) => `Лишнее: ${args}`],
  [/Missing required flag (.+)/, ([, flag]) => `Не хватает параметра --${flag}`],
  [/^Flag (--\S+) expects a value/, ([, flag]) => `После ${flag} нужно значение`],
  [/^Flag (--\S+) expects one of these values: (.+)/, ([, flag, all]) => `После ${flag} нужно одно из: ${all}`],
  [/^Expected (--\S+?)=(\S*) to be one of: (.+)/, ([, flag, value, all]) => `${flag}=${value}: возможны ${all}`],
  [/^Expected (.*) to be one of: (.+)/, ([, value, all]) => `${value}: возможны ${all}`],
  [/^Parsing (--\S+)\s+(.*)/, ([, flag, rest = '']) => `${flag}: ${lowerFirst(inRussian(rest) ?? rest)}`],
  [/^Expected an integer but received: (.*)/, ([, given]) => `Нужно целое число, а не «${given}»`],
  [
    /^Expected an integer greater than or equal to (\d+) but received: (.*)/,
    ([, least, given]) => `Нужно число не меньше ${least}, а не ${given}`,
  ],
  [
    /^Expected an integer less than or equal to (\d+) but received: (.*)/,
    ([, most, given]) => `Нужно число не больше ${most}, а не ${given}`,
  ],
  [
    /(--[\w-]+)=\S+ cannot also be provided when using (--[\w-]+)/,
    ([, one, other]) => `${one} и ${other} — что-то одно`,
  ],
];

/**
 * Parses oclif's list of missing arguments: each line has a name and its description, then advice in English follows.
 */
function missingArgs(list: string): string {
  const names = list.split('\n').flatMap((line) => line.match(/^(\w+)(?:\s{2}|$)/)?.[1] ?? []);
  return names.map(argumentName).join(', ');
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** The mistake in one Russian sentence; undefined when no pattern matches. */
export function inRussian(message: string): string | undefined {
  for (const [pattern, say] of sayings) {
    const match = message.match(pattern);
    if (match) return say(match);
  }
  return undefined;
}
