import { argumentName } from '../argument-names.ts';
import { UserError } from '../errors/user-error.ts';

interface Parsed {
  input: {
    args: Record<string, { required?: boolean }>;
    flags: Record<string, { required?: boolean; helpValue?: string | string[] }>;
  };
  output: { args: Record<string, unknown>; flags: Record<string, unknown> };
}

/** oclif keeps the parsed command line in its error; undefined for any other error. */
export function parsedOf(error: unknown): Parsed | undefined {
  const parse = (error as { parse?: Partial<Parsed> }).parse;
  return parse?.input && parse.output ? (parse as Parsed) : undefined;
}

const flagName = (name: string, helpValue: string | string[] = ''): string =>
  [`--${name}`, ...[helpValue].flat()].join(' ').trim();

/**
 * Reports everything missing at once, in the words of help: oclif reports the arguments first and the flags only on the
 * next call.
 */
export function missingRefusal({ input, output }: Parsed, more: string[]): UserError | undefined {
  const args = Object.entries(input.args).filter(([name, arg]) => arg.required && output.args[name] === undefined);
  const flags = Object.entries(input.flags).filter(([name, flag]) => flag.required && output.flags[name] === undefined);
  if (args.length + flags.length === 0) return undefined;
  const names = [
    ...args.map(([name]) => argumentName(name)),
    ...flags.map(([name, { helpValue }]) => flagName(name, helpValue)),
    ...more,
  ];
  return new UserError(`Не хватает: ${names.join(', ')}`, 'wrong_command');
}

interface KnownFlag {
  type?: string;
  char?: string | undefined;
  allowNo?: boolean;
}

/** Words that look like flags but are none; a value that begins with a dash after its flag is a value. */
export function unknownFlags(flags: Record<string, KnownFlag>, argv: string[]): string[] {
  const known = (word: string): KnownFlag | undefined => {
    if (!word.startsWith('--')) return Object.values(flags).find(({ char }) => char === word[1]);
    const name = word.slice(2).replace(/=.*/s, '');
    const positive = flags[name.replace(/^no-/, '')];
    return flags[name] ?? (positive?.allowNo ? positive : undefined);
  };
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  return words.filter((word, at) => {
    if (!/^--?[a-z]/i.test(word) || known(word)) return false;
    const before = words[at - 1] ?? '';
    return !(before.startsWith('-') && !before.includes('=') && known(before)?.type === 'option');
  });
}
