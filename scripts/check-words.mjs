/**
 * Checks names against the glossary: no file and no declaration has a private word for which a standard term exists. It
 * also checks that a comment is a sentence. `node scripts/check-words.mjs` prints every line that breaks a rule.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Forbidden words of a name in lower case, and the term to use instead. */
const FORBIDDEN = {
  'alone with': 'withTenantLock',
  'claim alone': 'single-instance lock',
  'run alone': 'runWithLock',
  doors: 'startup gate, endpoints',
  turns: 'concurrency limit, locks',
  standing: 'state, health, enforcement: whichever it is',
  shelf: 'quarantine',
  shelve: 'markDeleted, setAside',
  truths: 'observed state',
  postmark: 'delivery lease',
  settlements: 'outcome writer',
  gun: 'keyboard wedge',
  deed: 'bulk action',
  borrow: 'acquire',
  borrowed: 'acquired',
  'give back': 'release',
  'bring back': 'restore',
  'beside name': 'staging name',
  'kept queue': 'offline queue',
  'two reads': 'debounced reads',
  'drawn page': 'prerendered page',
  'drawn pages': 'prerendered pages',
  'seen time': 'trusted clock',
  portion: 'batch',
  portions: 'inBatches, batches',
  'behind doors': 'even if suspended',
  tell: 'notify, announce, reply, report',
  told: 'message, text, notice; sent, notified of what was sent already',
  hear: 'onMessage, onEvent',
  heard: 'received, receivedAt',
};
/** Names that stand in the database stay as they are; the check's own test says the words. */
const EXEMPT = [/^migrations\//, /^test\/scripts\/check-words/];

const DECLARED =
  /\b(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)|^\s+(?:async )?\*?([a-z][\w$]*)\([^)]*\)[^;]*\{$/gm;
/** A destructuring with all its names. */
const DESTRUCTURED = /\b(?:const|let)\s+([[{][^;\n]*?[\]}])\s*(?:=|of\b)/g;

const wordsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.$]+/g, ' ')
    .toLowerCase()
    .trim();

function forbiddenIn(name) {
  const words = ` ${wordsOf(name)} `;
  return Object.keys(FORBIDDEN).find((word) => words.includes(` ${word} `));
}

const insteadOf = (word) => `the house does not say «${word}» but «${FORBIDDEN[word]}»`;

/** The lines of one file that break a rule, as `file:line: why`. */
export function wordMistakes(file, source) {
  const found = [];
  const inName = forbiddenIn(basename(file).replace(/\.\w+$/, ''));
  if (inName) found.push({ index: 0, why: `the file's name: ${insteadOf(inName)}` });
  const names = [
    ...[...source.matchAll(DECLARED)].map(({ index, 1: name, 2: method }) => ({ index, name: name ?? method ?? '' })),
    ...[...source.matchAll(DESTRUCTURED)].flatMap(({ index, 1: pattern }) =>
      (pattern.match(/[A-Za-z_$][\w$]*/g) ?? []).map((name) => ({ index, name })),
    ),
  ];
  for (const { index, name } of names) {
    const word = forbiddenIn(name);
    if (word) found.push({ index, why: `the name ${name}: ${insteadOf(word)}` });
  }
  return found.map(({ index, why }) => `${file}:${source.slice(0, index).split('\n').length}: ${why}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)) && !EXEMPT.some((exempt) => exempt.test(file)));
  const found = files.flatMap((file) => wordMistakes(file, readFileSync(join(root, file), 'utf8')));
  for (const line of found) console.error(line);
  process.exit(found.length === 0 ? 0 : 1);
}
