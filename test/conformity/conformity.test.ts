/**
 * The table of the requirements in documents 1 to 3: every line names the test that proves it, and that test must
 * mention it. Whether the test ran and passed is checked at the end of a whole run, by `runner/proofs.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ownerAndAccount } from './document-1.ts';
import { billingAndPublicPages } from './document-2.ts';
import { administration } from './document-3.ts';
import { givenUp } from './given-up.ts';
import { askedByIssue5 } from './issue-5.ts';
import type { GivenUp, Rule } from './rule.ts';

const tests = join(import.meta.dirname, '..');
const documents = process.env.OSTATOK_SPEC ?? join(tests, '../../shared/spec');

/**
 * A call that defines a test, as the formatter leaves it: up to a line that ends it and has nothing deeper after it.
 */
const TEST = /^( *)(?:browserTest|onEngine|test(?:\.serial)?)\(\s*(['"`])(.+?)\2,.*?\);$(?!\n+\1 )/gms;

interface Source {
  /** The whole file, and the file without its tests: shared tables and helpers. */
  whole: string;
  shared: string;
  /** The text of each test by its title. */
  tests: Map<string, string>;
}

const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const path = join(tests, file);
  const whole = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const found = [...whole.matchAll(TEST)].map(([text, , , title = '']) => [title, text] as const);
  const source = { whole, shared: whole.replaceAll(TEST, ''), tests: new Map(found) };
  sources.set(file, source);
  return source;
}

/** Lists what is missing for the rule to count as proven. */
function gapsOf({ part, says, names, proof: [file, title], support }: Rule): string[] {
  const { whole, shared, tests: made } = sourceOf(file);
  const own = made.get(title);
  if (own === undefined) return [`${part} ${says}: ${file || 'no file'} has no test «${title}»`];
  const strange = support.filter((name) => !whole.includes(`/support/${name}'`));
  const read = [own, shared, ...support.map((name) => sourceOf(`support/${name}`).whole)];
  const unnamed = names.filter((name) => !read.some((text) => text.includes(name)));
  return [
    ...strange.map((name) => `${part} ${says}: ${file} does not import ${name}`),
    ...unnamed.map((name) => `${part} ${says}: «${title}» does not name «${name}»`),
  ];
}

/** Matches every text that the document requires to be shown: all Russian words, from a capital letter on. */
const MESSAGE = /(?:Email|[А-ЯЁ][А-Яа-яЁё]+)(?: (?:[А-Яа-яЁё]+|email|username|@|"[А-Яа-яЁё]+"))*/g;
const PATH = /(?<![\w.:/}])\/[a-z][\w/{}-]*/g;
const NUMBER = /(?<![\w.{])\d+(?:[.,]\d+)*/g;

const messagesOf = (text: string): string[] =>
  (text.match(MESSAGE) ?? []).map((message) => message.replace(/^Email$/, '')).filter(Boolean);
const pathsOf = (text: string): string[] => text.match(PATH) ?? [];
/** Numbers in the requirements, without those of the document's own sections. */
const numbersOf = (text: string): string[] =>
  text
    .replaceAll(/^#.*$|^\d+\. |\b(?:document|section|point) \d+/gm, '')
    .match(NUMBER)
    ?.map((number) => number.replace(/[.,]$/, '')) ?? [];

const missing = (all: string[], inTable: (one: string) => boolean): string[] =>
  [...new Set(all)].filter((one) => !inTable(one));

const pages = ['admin-ui/src', 'owner-ui/src', 'kit/web'].map((folder) => join(tests, '..', folder));

function textsOfPages(): string {
  const files = pages.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

interface Table {
  name: string;
  file: string;
  rules: readonly Rule[];
  givenUp: readonly GivenUp[];
}
const tables: Table[] = [
  { name: '1', file: '1-owner-and-account.md', rules: ownerAndAccount, givenUp },
  { name: '2', file: '2-billing-and-public-pages.md', rules: billingAndPublicPages, givenUp: [] },
  { name: '3', file: '3-platform-admin.md', rules: administration, givenUp: [] },
];

test('words that were given up are shown nowhere, and it is written down why', (t) => {
  const texts = textsOfPages();
  for (const { names, why } of tables.flatMap((table) => table.givenUp)) {
    for (const name of names) t.false(texts.includes(name), name);
    const page = /\((docs\/[^)]+)\)/.exec(why)?.[1] ?? '';
    t.true(existsSync(join(tests, '..', page)), why);
  }
});

test('every line of issue 5 names a test that is there and speaks of it', (t) => {
  t.deepEqual(askedByIssue5.flatMap(gapsOf), []);
});

for (const { name, file, rules, givenUp: replaced } of tables) {
  test(`every rule of document ${name} names a test that is there and speaks of it`, (t) => {
    t.deepEqual(rules.flatMap(gapsOf), []);
  });

  const document = join(documents, file);
  const whereItIs = existsSync(document) ? test : test.skip;
  whereItIs(`every message, path and number of document ${name} stands in the table`, (t) => {
    const text = readFileSync(document, 'utf8');
    const lines = [...rules, ...replaced];
    const named = lines.flatMap(({ names }) => names);
    const table = lines.flatMap(({ says, names }) => [says, ...names]).join('\n');
    const numbers: string[] = table.match(NUMBER) ?? [];
    t.deepEqual(
      {
        messages: missing(messagesOf(text), (message) => named.some((one) => one.includes(message))),
        paths: missing(pathsOf(text), (path) => table.includes(path)),
        numbers: missing(numbersOf(text), (number) => numbers.includes(number)),
      },
      { messages: [], paths: [], numbers: [] },
    );
  });
}
