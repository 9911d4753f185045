import { parseArgs } from 'node:util';
import { ConfigError } from '@ostatok/kit/node/config.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { BluetoothMissing, loadNoble } from './ble/noble.ts';
import { loadPorts } from './cable/ports.ts';
import { NOTHING_WRITTEN } from './captured-scale.ts';
import { systemClock } from './clock.ts';
import { pair } from './commands/pair.ts';
import { type RecordOptions, record } from './commands/record.ts';
import { run } from './commands/run.ts';
import { status } from './commands/status.ts';
import { readVenue, simulated, UsageError, type Venue } from './config.ts';
import { configFolder } from './config-folder.ts';
import { createOutbox } from './outbox.ts';
import { forgetPairing, outboxPath, readPairing } from './pairing.ts';
import { AlreadyRunning, takePlace } from './single.ts';
import { SignInRefused, VenueAway } from './sink/venue-session.ts';
import { askPerson } from './terminal.ts';

const usage = `Мост Bluetooth-весов: передаёт вес в панель заведения.

  ostatok-scales pair [адрес код]  связать этот компьютер с заведением;
                                   код покажет панель: Настройки → Весы
  ostatok-scales [run]             искать весы и передавать вес
  ostatok-scales status            с чем связан, есть ли связь, что не ушло
  ostatok-scales unpair            забыть заведение
  ostatok-scales record [файл]     записать, что говорят незнакомые весы,
                                   чтобы мост их выучил

  --simulate[=граммы,…]            пробные весы вместо настоящих
  --grams                          на дисплее весов граммы: запомнить для тех,
                                   которые сами этого не говорят
  --record файл                    записать кадры весов
  --replay файл                    проиграть запись
  --name имя, --grams граммы       record: какие весы и что на их дисплее
  --port порт, --speed 9600        record: слушать кабель вместо Bluetooth

Вместо pair можно задать OSTATOK_VENUE_URL и OSTATOK_TOKEN
(или OSTATOK_USERNAME и OSTATOK_PASSWORD).`;

const folder = configFolder(process.env);
// the screen is for a person; the log is off unless LOG_LEVEL is set, so that it does not disturb the screen
const log = createLog('scales-bridge', process.env.LOG_LEVEL || 'silent', process.stderr);

/** parseArgs requires a value or none; `--simulate` accepts both, and `--grams` has a number for `record` alone. */
function withValue(arg: string, index: number, args: readonly string[]): string {
  const isBare = arg === '--simulate' || (arg === '--grams' && !/^\d/.test(args[index + 1] ?? ''));
  return isBare ? `${arg}=` : arg;
}

function readArguments() {
  try {
    const args = process.argv.slice(2).map(withValue);
    const text = { type: 'string' } as const;
    const ofRecord = { name: text, grams: text, port: text, speed: text } as const;
    const help = { type: 'boolean', short: 'h' } as const;
    const options = { simulate: text, replay: text, record: text, ...ofRecord, help } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { simulate, replay, record, name, grams, port, speed } = values;
    return {
      help: values.help,
      words: positionals,
      unknown: { name, grams, port, speed },
      options: {
        ...(simulate === undefined ? {} : { simulate: simulated(simulate) }),
        ...(replay === undefined ? {} : { replay }),
        ...(record === undefined ? {} : { record }),
        grams: grams === '',
      },
    };
  } catch (error) {
    throw new UsageError(error instanceof UsageError ? error.message : `Непонятные слова в команде\n\n${usage}`);
  }
}

async function venueOrAdvice(): Promise<Venue> {
  const venue = readVenue(process.env, await readPairing(folder));
  if (venue) return venue;
  throw new UsageError(`Этот компьютер ещё не связан с заведением. Выполните: ostatok-scales pair\n\n${usage}`);
}

/** Is aborted when the process is asked to end. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let stoppedAt = 0;
  // one Ctrl-C may arrive twice, from the terminal and from the parent process; a later one ends the process at once
  const onSignal = (): void => {
    if (stop.signal.aborted && performance.now() - stoppedAt > 1000) process.exit(1);
    if (!stop.signal.aborted) stoppedAt = performance.now();
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return stop.signal;
}

async function runUntilStopped(options: ReturnType<typeof readArguments>['options']): Promise<void> {
  const stop = stopSignal();
  const venue = await venueOrAdvice();
  try {
    await run({ ...options, venue, folder, log }, stop);
  } catch (error) {
    if (!(error instanceof SignInRefused) || !('token' in venue.credentials)) throw error;
    throw new SignInRefused('Заведение отвязало этот компьютер. Свяжите снова: ostatok-scales pair');
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function recordUnknown(options: RecordOptions): Promise<void> {
  const stop = stopSignal();
  const leave = await takePlace(folder);
  try {
    const path = await record(options, {
      loadNoble: () => loadNoble(log),
      loadPorts,
      clock: systemClock,
      stop,
      say,
      ask: process.stdin.isTTY ? (question) => askPerson(question, NOTHING_WRITTEN) : undefined,
    });
    say(`Записано: ${path}`);
    say('Отправьте файл в поддержку «Остатка»: её адрес — в контактах на сайте сервиса');
  } finally {
    leave();
  }
}

async function main(): Promise<void> {
  const { help, words, options, unknown } = readArguments();
  const [command = 'run', ...rest] = words;
  if (help) return console.log(usage);
  switch (command) {
    case 'run':
      if (unknown.grams) throw new UsageError('Число после --grams — только для record');
      return runUntilStopped(options);
    case 'record':
      return recordUnknown({ ...unknown, file: rest[0] });
    case 'pair': {
      const { venueName, bridgeName } = await pair(folder, rest);
      return console.log(`Готово: «${bridgeName}» связан с «${venueName}». Запустите: ostatok-scales`);
    }
    case 'unpair':
      await forgetPairing(folder);
      return console.log('Заведение забыто. Отключите этот компьютер и в панели: Настройки → Весы');
    case 'status': {
      const venue = await venueOrAdvice();
      const { lines, well } = await status(venue, createOutbox(outboxPath(folder, venue.url)));
      console.log(lines.join('\n'));
      if (!well) process.exitCode = 1;
      return;
    }
    default:
      throw new UsageError(`Нет команды «${command}»\n\n${usage}`);
  }
}

const expected = [UsageError, ConfigError, SignInRefused, VenueAway, BluetoothMissing, AlreadyRunning];
try {
  await main();
} catch (error) {
  if (!expected.some((kind) => error instanceof kind)) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
// noble's open adapter would keep the process running
process.exit();
