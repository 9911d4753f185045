import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { userErrorOf } from '@ostatok/cli/src/errors/error-mapping.ts';
import { isOfDisk, writeWhole } from '@ostatok/cli/src/output/whole-file.ts';
import test from 'ava';
import { newCli } from '../support/cli/cli.ts';
import { everything } from '../support/cli/cli-answers.ts';
import { type Reply, sendFrom, startWire } from '../support/cli/cli-wire.ts';
import { until } from '../support/run/until.ts';

test('Ctrl-C, or a timer, in the middle of a save leaves no file, nor a part of one, and the exit code of its signal', async (t) => {
  const half: Reply = (_, res) => {
    res.writeHead(200, { 'content-type': 'application/octet-stream' });
    res.write('PK'.repeat(50_000));
  };
  const wire = await startWire(half);
  const cli = await newCli(wire.url);
  const names = (): Promise<string[]> => readdir(cli.config);
  const begun = (file: string) => () =>
    until(async () => (await names()).some((name) => name.startsWith(`${file}.`)), `the beginning of ${file}`);
  const saves: [file: string, command: string[], signal: NodeJS.Signals, code: number][] = [
    ['users.xlsx', ['users', 'list', '--file'], 'SIGINT', 130],
    ['catalogue.xlsx', ['aliases', 'export'], 'SIGINT', 130],
    ['journal.xlsx', ['activity', '--json', '--file'], 'SIGTERM', 143],
    ['plans.xlsx', ['plans', 'list', '--file'], 'SIGHUP', 129],
  ];

  for (const [file, command, signal, expected] of saves) {
    const { code, stdout } = await cli([...command, join(cli.config, file)], {
      env: { OSTATOK_TOKEN: 'token' },
      stop: { when: begun(file), signal },
    });
    t.deepEqual([code, stdout], [expected, ''], file);
  }

  t.deepEqual(
    (await names()).filter((name) => name.includes('.xlsx')),
    [],
  );
  await wire.stop();
});

test('a disk that is full in the middle of a save is named, with the file that was asked for, and nothing stays', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'ostatok-cli-full-'));
  const file = join(place, 'list.xlsx');
  const fill = async (unfinished: string): Promise<void> => {
    await symlink('/dev/full', unfinished);
    await pipeline(Readable.from(['PK']), createWriteStream(unfinished));
  };

  const error = await t.throwsAsync(writeWhole(file, fill));

  t.true(isOfDisk(error));
  t.is(userErrorOf(error).message, `Файл ${file} недоступен: на диске нет места`);
  t.deepEqual(await readdir(place), []);
});

test('a disk without room for the output is said in one sentence', async (t) => {
  const wire = await startWire(sendFrom(everything));
  const cli = await newCli(wire.url);

  for (const command of [
    ['plans', 'list'],
    ['plans', 'list', '--json'],
    ['plans', '--help'],
  ]) {
    const { code, stderr } = await cli(command, { env: { OSTATOK_TOKEN: 'token' }, into: '/dev/full' });
    t.is(code, 1, command.join(' '));
    t.regex(stderr, /^(Показано [^\n]+\n)?Вывод не записан: на диске нет места\n$/, command.join(' '));
  }
  await wire.stop();
});
