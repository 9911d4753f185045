/**
 * Checks that a test runs every command for real, both as a script and on a terminal, and that help is quick because it
 * loads no command.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Config } from '@oclif/core';
import test from 'ava';
import RussianHelp, { translated } from '../../cli/src/help/help.ts';
import { newCli } from '../support/cli/cli.ts';
import { root } from '../support/platform/platform.ts';

/** Commands that are run in other ways: in `commands.test.ts`, and below. */
const elsewhere = ['login', 'logout', 'tenants create', 'completion', 'completion words', 'status'];

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');
const runs = (way: string): Set<string> => {
  const found = new Set<string>();
  for (const [, name = ''] of sources.matchAll(new RegExp(`\\b${way}\\(\\s*['\`]([a-z -]+)['\`]`, 'g')))
    found.add(name);
  for (const [, topic = ''] of sources.matchAll(new RegExp(`\\b${way}\\(\\s*\`([a-z ]+) \\$\\{verb\\}\``, 'g'))) {
    for (const verb of ['pause', 'resume', 'cancel']) found.add(`${topic} ${verb}`);
  }
  return found;
};

test('every command is run by a test as JSON and in a terminal', async (t) => {
  const config = await Config.load({ root: join(root, 'cli'), ignoreManifest: true });
  const commands = config.commandIDs.map((id) => id.replaceAll(':', ' ')).filter((id) => !elsewhere.includes(id));
  const [json, terminal, both] = ['json', 'terminal', 'both'].map(runs);

  const missing = (way: Set<string> | undefined): string[] =>
    commands.filter((command) => !way?.has(command) && !both?.has(command));

  t.true(commands.length > 60);
  t.deepEqual({ json: missing(json), terminal: missing(terminal) }, { json: [], terminal: [] });
});

test('the help of everything names every topic in Russian, and every command has its own', async (t) => {
  const cli = await newCli('http://127.0.0.1:1');
  const { stdout } = await cli(['--help']);
  const config = await Config.load({ root: join(root, 'cli'), ignoreManifest: true });

  for (const topic of ['tenants', 'cleanup', 'diagnostics', 'aliases', 'users', 'plans', 'subscriptions', 'images']) {
    t.regex(stdout, new RegExp(`^ +${topic} +[А-Я]`, 'm'), topic);
  }
  for (const command of config.commands.filter(({ hidden }) => !hidden)) {
    t.regex(command.summary ?? '', /^[А-Я]/, command.id);
    for (const [name, flag] of Object.entries(command.flags)) {
      if (name !== 'json') t.regex(flag.description ?? '', /[а-я]/i, `${command.id} --${name}`);
    }
    for (const arg of Object.values(command.args)) t.regex(arg.description ?? '', /[а-я]/i, command.id);
  }
});

test('no line of any help is wider than a terminal of 80 columns', async (t) => {
  const config = await Config.load({ root: join(root, 'cli'), ignoreManifest: true });
  const wide: string[] = [];
  class Noted extends RussianHelp {
    protected override log(...lines: string[]): void {
      const shown = lines.flatMap((line) => stripVTControlCharacters(translated(line)).split('\n'));
      wide.push(...shown.filter((line) => [...line].length > 80));
    }
  }
  const help = new Noted(config, { all: true, maxWidth: 80 });
  await help.showHelp([]);
  for (const command of config.commands) await help.showCommandHelp(command);

  t.deepEqual(wide, []);
});

test('Tab completes topics, commands, parameters and their values', async (t) => {
  const cli = await newCli('http://127.0.0.1:1');
  const words = async (...typed: string[]): Promise<string[]> => {
    const { stdout } = await cli(['completion', 'words', '--', ...typed]);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')[0] ?? '');
  };

  t.deepEqual(await words('cle'), ['cleanup']);
  t.true((await words('tenants', '')).includes('restart'));
  t.deepEqual(await words('cleanup', 'run', 'orphaned_d'), ['orphaned_db']);
  t.deepEqual(await words('users', 'list', '--status', ''), ['active', 'blocked']);
  t.true((await words('users', 'list', '--')).includes('--search'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, code } = await cli(['completion', shell]);
    t.is(code, 0);
    t.true(stdout.includes('ostatok completion words --'), shell);
  }
});

test('what is typed wrongly is said in one Russian sentence', async (t) => {
  const cli = await newCli('http://127.0.0.1:1');
  const wrong: [string[], string][] = [
    [['users', 'list', '--limit', 'x'], '--limit: нужно целое число, а не «x»'],
    [['users', 'list', '--limit', '0'], '--limit: нужно число не меньше 1, а не 0'],
    [['users', 'list', '--nope'], 'Нет такого параметра: --nope'],
    [['diagnostics', 'suites', '--nope'], 'Нет такого параметра: --nope'],
    [['cleanup', 'plan'], 'Не хватает: ЧТО'],
    [['subscriptions', 'grant'], 'Не хватает: ПОЛЬЗОВАТЕЛЬ, ТАРИФ, ДНЕЙ'],
    [['plans', 'move', 'a', '0'], 'Нужно число не меньше 1, а не 0'],
    [['aliases', 'search', '--weights', '--no-weights'], '--no-weights и --weights — что-то одно'],
    [['tenants', 'show', 'a', 'b'], 'Лишнее: b'],
    [['tenants', 'create'], 'Не хватает: ПОДДОМЕН, --admin ЛОГИН, --token-file ФАЙЛ (токен бота)'],
    [['tenants', 'create', 'bar', '--name', 'Бар'], 'Не хватает: --admin ЛОГИН, --token-file ФАЙЛ (токен бота)'],
    [['tenants', 'support'], 'Не хватает: ЗАВЕДЕНИЕ, --reason ТЕКСТ'],
  ];
  for (const [args, said] of wrong) {
    const { code, stderr } = await cli.inside(args);
    t.is(code, 1, said);
    t.is(stderr.trim(), `${said}. Как вызвать: ostatok ${args.slice(0, 2).join(' ')} --help`);
  }
});

test('an unknown parameter is named by every command, also before a value and with --json', async (t) => {
  const cli = await newCli('http://127.0.0.1:1');
  const config = await Config.load({ root: join(root, 'cli'), ignoreManifest: true });
  for (const id of config.commandIDs) {
    const words = id.split(':');
    if (id === 'completion:words') continue;
    const { code, stdout, stderr } = await cli.inside([...words, '--bogus', 'value', '--json']);
    t.is(code, 1, id);
    t.is(stderr, '', id);
    const answer = JSON.parse(stdout);
    t.is(answer.code, 'wrong_command', `${id}: ${stdout}`);
    t.true(answer.error.startsWith('Нет такого параметра: --bogus.'), `${id}: ${answer.error}`);
  }
});
