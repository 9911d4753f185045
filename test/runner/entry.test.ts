import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';

const root = join(import.meta.dirname, '../..');

/** The output and exit code of `node test/run.ts api/x.test.ts` in the folder. */
function runIn(
  folder: string,
  words: string[],
  { node = [], env = {} }: { node?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<{ code: unknown; text: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    execFile(process.execPath, [...node, 'test/run.ts', ...words], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, text: stdout + stderr }),
    );
  });
}

/** A checkout without installed packages. */
async function bareCheckout(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-checkout-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'package-lock.json', 'scripts', 'test/run.mjs', 'tenant-runtime/build.mjs'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink('run.mjs', join(folder, 'test/run.ts'));
  return folder;
}

test('a checkout without packages refuses at once and says what brings them', async (t) => {
  const { code, text } = await runIn(await bareCheckout(t), ['api/x.test.ts']);

  t.is(code, 1);
  t.regex(text, /^Пакеты не установлены\..*npm test -- api\/x\.test\.ts/s);
});

test('a checkout in which something is not built refuses at once and names it', async (t) => {
  const folder = await bareCheckout(t);
  await mkdir(join(folder, 'node_modules/ava'), { recursive: true });
  const { code, text } = await runIn(folder, []);

  t.is(code, 1);
  t.regex(text, /^Не собрано: tenant-runtime\..*npm test\n/s);
});

test('a Node that is too old is told so by its version', async (t) => {
  const folder = await bareCheckout(t);
  const old = join(folder, 'old.mjs');
  await writeFile(old, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });");
  const { code, text } = await runIn(folder, ['a.test.ts'], { node: ['--import', old] });

  t.is(code, 1);
  t.regex(text, /^Тестам нужен Node\.js 24, здесь 20\.20\.2\..*npm test -- a\.test\.ts/s);
});

test('a file that is not there is refused before anything is started', async (t) => {
  const { code, text } = await runIn(root, ['test/api/nothing.test.ts']);

  t.is(code, 1);
  t.regex(text, /Нет такого файла тестов: test\/api\/nothing\.test\.ts/);
  t.notRegex(text, /OSTATOK_TEST_SEED/);
});

test('after its deadline a run begins no more files, and names those it leaves', async (t) => {
  const files = ['kit/addresses.test.ts', 'runner/tap.test.ts'];
  const words = files.map((file) => `test/${file}`);
  const { code, text } = await runIn(root, words, { env: { OSTATOK_TEST_DEADLINE: '1' } });

  t.regex(text, /^# 2 files left to another run: /m);
  for (const file of files) t.true(text.includes(file), text);
  t.regex(text, /^0 passed, 0 failed$/m);
  t.is(code, 0);
});
