import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';

const LONGEST_MS = 15_000;
const IDLE_MS = 60_000;
const HEAP_MB = 256;
/** Mistakes told at once. */
const TOLD = 5;

interface Mistake {
  /** 0: of the whole. */
  line: number;
  message: string;
  tagName: string;
}
type Compiled = { html: string } | { mistakes: Mistake[] };

const rules: [RegExp, (found: string[], tag: string) => string][] = [
  [/^Element (\S+) doesn't exist/, ([, tag]) => `элемента <${tag}> нет`],
  [
    /cannot be used inside (\S+), only inside: (.*)/,
    ([, inside, only], tag) => `<${tag}> не может стоять в <${inside}>, только в: ${only}`,
  ],
  [/^Attribute (\S+) is illegal/, ([, name], tag) => `у <${tag}> нет свойства ${name}`],
  [
    /^Attribute (\S+) has invalid value: (.*?) for type/,
    ([, name, value], tag) => `у <${tag}> неверное значение свойства ${name}: ${value}`,
  ],
];

function inRussian({ line, message, tagName }: Mistake): string {
  for (const [pattern, say] of rules) {
    const found = pattern.exec(message);
    if (found) return `Строка ${line}: ${say(found, tagName)}`;
  }
  return line > 0 ? `Строка ${line}: ошибка в <${tagName}>` : 'Это не MJML: письмо начинается с <mjml> и <mj-body>';
}

function refuse(reasons: string[]): never {
  throw new InvalidInput(`Макет не собирается. ${reasons[0]}`, { mjml: reasons.slice(0, TOLD).join('\n') }, 'bad_mjml');
}

/** The thread that compiles, kept while it is used: it takes a second to load. */
let thread: Promise<Worker> | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

async function startThread(): Promise<Worker> {
  const worker = new Worker(join(import.meta.dirname, 'mjml-worker.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    env: {},
  });
  worker.unref();
  worker.once('exit', () => {
    thread = undefined;
  });
  worker.on('error', () => undefined);
  await once(worker, 'message');
  return worker;
}

async function run(mjml: string): Promise<Compiled> {
  clearTimeout(idle);
  thread ??= startThread();
  const worker = await thread;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(LONGEST_MS)]);
  worker.once('exit', end);
  worker.postMessage(mjml);
  try {
    const [compiled] = await once(worker, 'message', { signal });
    return compiled as Compiled;
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    worker.off('exit', end);
    idle = setTimeout(() => void worker.terminate(), IDLE_MS);
    idle.unref();
  }
}

/** One after the other. */
function takeTurn(mjml: string): Promise<Compiled> {
  const turn = last.then(() => run(mjml));
  last = turn.catch(() => undefined);
  return turn;
}

/** The page that an administrator's MJML makes. Throws InvalidInput with what is wrong, and where. */
export async function compileMjml(mjml: string): Promise<string> {
  if (/<mj-include\b/i.test(mjml)) refuse(['Файлы в макет не включаются: уберите <mj-include>']);
  const compiled = await takeTurn(mjml).catch((): Compiled => refuse(['Он слишком сложный: упростите его']));
  if ('mistakes' in compiled) refuse(compiled.mistakes.map(inRussian));
  return compiled.html;
}
