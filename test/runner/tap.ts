export interface Result {
  outcome: 'passed' | 'failed' | 'skipped';
  /** The path under `test/`, with its extension; undefined for results that belong to no file. */
  file: string | undefined;
  title: string;
  /** Why it failed, in short, once the lines after its own are read. */
  why?: string;
}

const LONGEST_WHY = 300;
/** ava indents what differs by eight spaces, and what it adds by itself by less. */
const REASON = /^(?: {8}| {4}message: (?!''|Rejected promise))\s*(.*)/;

/** Adds a line of the description that follows a failure. */
export function addReason(result: Result, line: string): void {
  const [, said] = REASON.exec(line) ?? [];
  if (said) result.why = `${result.why ?? ''} ${said}`.trim().slice(0, LONGEST_WHY);
}

const LINE = /^(not )?ok \d+ - (.*?)( # (SKIP|TODO))?$/;

/** ava writes « › » between the parts of a name, and « > » on a terminal without Unicode. */
const keyOf = (parts: string[]): string => parts.join(' › ');

/** ava's name of each file: its path from the folder that all of them share. */
function namesOf(files: string[]): Map<string, string> {
  const split = files.map((file) => file.replace(/\.test\.ts$/, '').split('/'));
  const [first = []] = split;
  let shared = 0;
  while (split.every((parts) => shared < parts.length - 1 && parts[shared] === first[shared])) shared += 1;
  return new Map(files.map((file, at) => [keyOf(split[at]?.slice(shared) ?? []), file]));
}

/**
 * Parses the lines of ava's TAP; `files` are all files of the run, under `test/`. ava does not name the file in a run
 * of one.
 */
export function createTapReader(files: string[]): (line: string) => Result | undefined {
  const names = namesOf(files);

  function placeOf(named: string): Pick<Result, 'file' | 'title'> {
    if (files.length === 1) return { file: files[0], title: named };
    const parts = named.split(/ [›>] /);
    for (let end = 1; end < parts.length; end += 1) {
      const name = keyOf(parts.slice(0, end));
      const file = names.get(name);
      if (file) return { file, title: named.slice(name.length + ' › '.length) };
    }
    return { file: files.find((file) => named.includes(`test/${file}`)), title: named };
  }

  return (line) => {
    const [, not, named = '', directive] = LINE.exec(line) ?? [];
    if (!named) return undefined;
    return { outcome: directive ? 'skipped' : not ? 'failed' : 'passed', ...placeOf(named) };
  };
}
