interface Described {
  description?: string | undefined;
  options?: readonly string[] | undefined;
  type?: string | undefined;
  char?: string | undefined;
}
interface KnownCommand {
  /** The command's id with colons, such as `tenants:list`. */
  id: string;
  summary: string;
  flags: Record<string, Described>;
  args: Record<string, Described>;
}
export interface Completion {
  word: string;
  about: string;
}

const wordsOf = ({ id }: KnownCommand): string[] => id.split(':');
const begins = (words: string[], start: string[]): boolean => start.every((word, index) => words[index] === word);

/** The words that may follow on the way to a command; `topics` are keyed by their names with colons. */
function nextWords(commands: KnownCommand[], topics: Map<string, string>, before: string[]): Completion[] {
  const found = new Map<string, string>();
  for (const command of commands) {
    const words = wordsOf(command);
    const word = words[before.length];
    if (word === undefined || !begins(words, before)) continue;
    const isLast = words.length === before.length + 1;
    const topic = topics.get([...before, word].join(':')) ?? '';
    if (isLast || !found.has(word)) found.set(word, isLast ? command.summary : topic);
  }
  return [...found].map(([word, about]) => ({ word, about }));
}

function commandAt(commands: KnownCommand[], typed: string[]): KnownCommand | undefined {
  const fitting = commands.filter((command) => begins(typed, wordsOf(command)));
  return fitting.toSorted((a, b) => b.id.length - a.id.length)[0];
}

const options = ({ options: all = [] }: Described): Completion[] => all.map((word) => ({ word, about: '' }));

function flagOf(flags: Record<string, Described>, word = ''): Described | undefined {
  if (word.startsWith('--')) return flags[word.slice(2)];
  return word.startsWith('-') ? Object.values(flags).find(({ char }) => char === word.slice(1)) : undefined;
}

/** The command's arguments among the typed words, without flags and their values. */
export function typedArgs(flags: Record<string, Described>, words: string[]): string[] {
  return words.filter((word, index) => {
    const asked = flagOf(flags, words[index - 1]);
    return !word.startsWith('-') && (!asked || asked.type === 'boolean');
  });
}

type Values = (name: string) => Completion[] | Promise<Completion[]>;

/** The values an option defines itself, else those that the platform knows by its name. */
const valuesOf = (described: Described, name: string, values: Values) =>
  described.options ? options(described) : values(name);

async function within(command: KnownCommand, words: string[], last: string, values: Values): Promise<Completion[]> {
  const asked = flagOf(command.flags, words.at(-1));
  if (asked && asked.type !== 'boolean') {
    const [name = ''] = Object.entries(command.flags).find(([, flag]) => flag === asked) ?? [];
    return valuesOf(asked, name, values);
  }
  if (last.startsWith('-')) {
    const left = Object.entries(command.flags).filter(([name]) => !words.includes(`--${name}`));
    return left.map(([name, { description = '' }]) => ({ word: `--${name}`, about: description }));
  }
  const [name, arg] = Object.entries(command.args)[typedArgs(command.flags, words).length] ?? [];
  return name && arg ? valuesOf(arg, name, values) : [];
}

/** Completions for the last word typed, with descriptions; `values` returns those of the platform. */
export async function completionsOf(
  commands: KnownCommand[],
  topics: Map<string, string>,
  typed: string[],
  values: Values = () => [],
): Promise<Completion[]> {
  const last = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const command = commandAt(commands, before);
  const all = command ? await within(command, before.slice(wordsOf(command).length), last, values) : [];
  return [...nextWords(commands, topics, before), ...all].filter(({ word }) =>
    word.toLowerCase().startsWith(last.toLowerCase()),
  );
}
