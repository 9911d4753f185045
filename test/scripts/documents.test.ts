import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '../..');
const commands = join(root, 'cli/src/commands');

/** Whether the command exists: a file of its name, or the index of its folder; arguments may follow. */
function isCommand(words: string[]): boolean {
  return words.some((_word, at) => {
    const path = join(commands, ...words.slice(0, at + 1));
    return existsSync(`${path}.ts`) || existsSync(join(path, 'index.ts'));
  });
}

test('every command that a document names exists', async (t) => {
  const pages = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  const documents = ['README.md', ...pages.map((name) => join('docs', name))];
  let seen = 0;
  for (const document of documents) {
    const text = await readFile(join(root, document), 'utf8');
    for (const [command, rest = ''] of text.matchAll(/(?<=`|npx )ostatok ((?:[a-z][a-z_-]* ?)+)/g)) {
      seen += 1;
      t.true(isCommand(rest.trim().split(' ')), `${document}: ${command}`);
    }
  }
  t.true(seen > 20, `${seen}`);
});

test('every alert is explained to whoever gets it', async (t) => {
  const sources = ['urgent-lines.ts', 'lines.ts'].map((name) => join(root, 'api/src/attention', name));
  const source = (await Promise.all(sources.map((path) => readFile(path, 'utf8')))).join('\n');
  const ids = [...source.matchAll(/ id: ['`]([a-z_]+)(\$\{state\})?['`]/g)].flatMap(([, id, state]) =>
    state ? ['revoked', 'conflict'].map((one) => `${id}${one}`) : [id],
  );
  t.true(ids.length > 15, ids.join());
  const page = await readFile(join(root, 'docs/operations.md'), 'utf8');
  for (const id of ids) t.true(page.includes(`\`${id}\``), id);
});
