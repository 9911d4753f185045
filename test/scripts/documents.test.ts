import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { platformEnvSchema } from '../../api/src/config.ts';

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

/** The rows of a document's tables that name a test, and what they name: a file, and titles behind it. */
function proofsOf(text: string): { row: string; proofs: [file: string, title: string][] }[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| tries to'));
  return rows.map((row) => ({
    row,
    proofs: [...row.matchAll(/`(test\/\S+\.test\.ts)`((?:,? «[^»]+»)+)/g)].flatMap(([, file = '', titles = '']) =>
      [...titles.matchAll(/«([^»]+)»/g)].map(([, title = '']): [string, string] => [file, title]),
    ),
  }));
}

test('every threat is stopped by something that an existing test shows', async (t) => {
  const page = await readFile(join(root, 'docs/security.md'), 'utf8');
  const [, model = ''] = /^## Threat model$(.*?)^## /ms.exec(page) ?? [];
  const groups = model.split(/^### /m).slice(1);
  t.is(groups.length, 6);
  let seen = 0;
  for (const group of groups) {
    const rows = proofsOf(group);
    t.true(rows.length >= 5, group.split('\n')[0]);
    for (const { row, proofs } of rows) {
      t.true(proofs.length > 0, `no test: ${row}`);
      for (const [file, title] of proofs) {
        seen += 1;
        const source = await readFile(join(root, file), 'utf8').catch(() => '');
        t.true(
          [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted)),
          `${file}: ${title}`,
        );
      }
    }
  }
  t.true(seen > 60, `${seen}`);
});

/** Settings of venues that are containers, which the installation of compose.yaml has not, and one of its own trial. */
const NOT_PASSED_ON = [
  ...['HOSTING', 'HOSTING_BEFORE', 'DOCKER_HOST', 'INTERNAL_PORT', 'PORT', 'SANDBOX'],
  ...['TENANT_REGISTRY', 'TENANT_CPU_PERCENT', 'TENANT_PLATFORM_URL', 'TENANT_DATABASE_URL'],
];

test('every setting reaches the platform that compose.yaml starts', async (t) => {
  const places = ['compose.yaml', 'templates/docker/start-api.sh'];
  const text = (await Promise.all(places.map((place) => readFile(join(root, place), 'utf8')))).join('\n');
  const given = new Set(text.match(/(?<=^ +|export |[" ])[A-Z][A-Z0-9_]+(?=[:=])/gm));
  t.deepEqual(
    Object.keys(platformEnvSchema.fields).filter((name) => !given.has(name) && !NOT_PASSED_ON.includes(name)),
    [],
  );
});
