interface Described {
  description?: string | undefined;
  options?: readonly string[] | undefined;
  type?: string | undefined;
  char?: string | undefined;
}
export interface KnownCommand {
  /** With colons, as `tenants:list`. */
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

/** The words that may follow on the way to a command; `topics` by their names with colons. */
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

function flagOf(command: KnownCommand, word = ''): Described | undefined {
  if (word.startsWith('--')) return command.flags[word.slice(2)];
  return word.startsWith('-') ? Object.values(command.flags).find(({ char }) => char === word.slice(1)) : undefined;
}

/** How many of the command's arguments have been typed, parameters and their values left out. */
function argsTyped(command: KnownCommand, words: string[]): number {
  return words.filter((word, index) => {
    const asked = flagOf(command, words[index - 1]);
    return !word.startsWith('-') && (!asked || asked.type === 'boolean');
  }).length;
}

function within(command: KnownCommand, words: string[], last: string): Completion[] {
  const asked = flagOf(command, words.at(-1));
  if (asked && asked.type !== 'boolean') return options(asked);
  if (last.startsWith('-')) {
    const left = Object.entries(command.flags).filter(([name]) => !words.includes(`--${name}`));
    return left.map(([name, { description = '' }]) => ({ word: `--${name}`, about: description }));
  }
  const arg = Object.values(command.args)[argsTyped(command, words)];
  return arg ? options(arg) : [];
}

/** What may stand in place of the last word typed, with what it is about. */
export function completionsOf(commands: KnownCommand[], topics: Map<string, string>, typed: string[]): Completion[] {
  const last = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const command = commandAt(commands, before);
  const all = command ? within(command, before.slice(wordsOf(command).length), last) : [];
  return [...nextWords(commands, topics, before), ...all].filter(({ word }) => word.startsWith(last));
}
