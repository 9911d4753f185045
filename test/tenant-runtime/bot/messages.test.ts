import test from 'ava';
import { parseMessage } from '../../../tenant-runtime/src/bot/grammar.ts';
import { type Outcome, resolve } from '../../../tenant-runtime/src/bot/resolve.ts';
import { createNames } from '../../../tenant-runtime/src/items/find-item.ts';
import { cases, items } from '../../support/telegram/messages.ts';

const names = createNames(items);

function summary(outcome: Outcome): string {
  if (outcome.kind === 'apply') return `${outcome.item.name} ${outcome.delta}`;
  if (outcome.kind === 'ask')
    return `? ${outcome.options.map(({ item, delta }) => `${item.name} ${delta}`).join(' / ')}`;
  if (outcome.kind === 'unknown') return `unknown ${outcome.options[0]?.item.name ?? ''}`.trim();
  return outcome.kind === 'need' ? `${outcome.need} of ${outcome.item.name}` : `refused ${outcome.text}`;
}

const understood = (text: string): string[] => parseMessage(text).map((line) => summary(resolve(line, names)));

for (const [text, ...expected] of cases) {
  test(`«${text.length > 60 ? `${text.slice(0, 20)}… of ${text.length}` : text.replace(/\s/g, ' ')}» is ${expected.join('; ').slice(0, 120)}`, (t) => {
    const got = understood(text);

    t.is(got.length, expected.length, got.join('\n'));
    for (const [index, want] of expected.entries()) {
      const line = got[index] ?? '';
      if (want.startsWith('refused')) {
        t.true(line.startsWith('refused'), line);
        t.true(line.includes(want.slice('refused '.length)), line);
      } else if (want === 'unknown') t.regex(line, /^unknown/);
      else t.is(line, want);
    }
  });
}
