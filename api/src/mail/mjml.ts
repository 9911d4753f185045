import { join } from 'node:path';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { createIdleThread } from '@ostatok/kit/node/idle-thread.ts';
import type { Compiled, Mistake } from './mjml-page.ts';

/** The most errors shown at once. */
const SHOWN_REASONS = 5;

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
  throw new InvalidInput(
    `Макет не собирается. ${reasons[0]}`,
    { mjml: reasons.slice(0, SHOWN_REASONS).join('\n') },
    'bad_mjml',
  );
}

/** In a thread that ends when idle; loaded here, MJML would keep 30 MB for good. */
const compile = createIdleThread<string, Compiled>(join(import.meta.dirname, 'mjml-worker.ts'), {
  heapMb: 256,
  idleMs: 60_000,
  longestMs: 15_000,
});

/** Compiles an administrator's MJML. Throws InvalidInput with the errors and their lines. */
export async function compileMjml(mjml: string): Promise<string> {
  if (/<mj-include\b/i.test(mjml)) refuse(['Файлы в макет не включаются: уберите <mj-include>']);
  const compiled = await compile(mjml).catch((): Compiled => refuse(['Он слишком сложный: упростите его']));
  if ('mistakes' in compiled) refuse(compiled.mistakes.map(inRussian));
  return compiled.html;
}
