import test from 'ava';
import type { CreateTenantAnswer } from '../../api/contract/provisioning.endpoints.ts';
import {
  advance,
  blankWizard,
  cleanSubdomain,
  payloadOf,
  previewToken,
  progressAt,
  resume,
  type WizardEvent,
  type WizardState,
} from '../../owner-ui/src/features/wizard/wizard-state.ts';

const after = (...events: WizardEvent[]): WizardState => events.reduce(advance, blankWizard);

const filled: WizardEvent[] = [
  { type: 'next', fields: { subdomain: 'bar' } },
  { type: 'next', fields: { botToken: '1:a', displayName: 'Бар' } },
  { type: 'next', fields: { adminUsername: 'anna', adminPassword: '' } },
];

test('the steps go from one to six', (t) => {
  t.deepEqual(
    [0, 1, 2, 3].map((count) => after(...filled.slice(0, count)).step),
    [1, 2, 3, 4],
  );
  t.is(after(...filled, { type: 'create' }).step, 5);
  t.is(after(...filled, { type: 'create' }, { type: 'created', result: {} as CreateTenantAnswer }).step, 6);
});

test('one goes back from the second to the fourth step only', (t) => {
  t.is(after({ type: 'back' }).step, 1);
  t.is(after(...filled, { type: 'back' }).step, 3);
  t.is(after(...filled, { type: 'create' }, { type: 'back' }).step, 5);
});

test('creation starts from the fourth step only', (t) => {
  t.is(after({ type: 'create' }).step, 1);
  t.is(after(...filled, { type: 'next', fields: {} }).step, 4);
});

test('a failed creation returns to the fourth step with all that was typed', (t) => {
  const state = after(...filled, { type: 'create' }, { type: 'failed', message: 'Токен занят' });
  t.is(state.step, 4);
  t.is(state.failure, 'Токен занят');
  t.is(state.draft.botToken, '1:a');
  t.is(advance(state, { type: 'create' }).failure, null);
});

test('an empty password is not sent, and an empty name becomes the subdomain', (t) => {
  const { draft } = after(...filled);
  t.deepEqual(payloadOf({ ...draft, displayName: '  ' }), {
    subdomain: 'bar',
    chat: 'telegram',
    botToken: '1:a',
    displayName: 'bar',
    adminUsername: 'anna',
  });
  t.is(payloadOf({ ...draft, adminPassword: 'secret1' }).adminPassword, 'secret1');
});

test('an archive is filled in and taken away until the creation, without a step', (t) => {
  const chosen: WizardEvent = { type: 'fill', fields: { archive: 'a1', archiveText: '«Бар»' } };
  const state = after(chosen, ...filled);
  t.is(state.step, 4);
  t.is(payloadOf(state.draft).archive, 'a1');
  t.false('archive' in payloadOf(after(chosen, { type: 'fill', fields: { archive: '' } }, ...filled).draft));
  t.is(after(...filled, chosen).draft.archive, 'a1', 'an upload may end at the summary');
  t.is(after(...filled, { type: 'create' }, chosen).draft.archive, '', 'not under the creation');
});

test('the token is shown by its first twenty characters', (t) => {
  t.is(previewToken('123456789:AAHk3mZqPz9xW1b'), '123456789:AAHk3mZqPz…');
  t.is(previewToken('123'), '123');
});

test('an address keeps lower-case Latin letters, digits and hyphens', (t) => {
  t.is(cleanSubdomain('Bar-Чистые 24!'), 'bar-24');
});

test('progress grows ten per cent a second and waits at ninety for the answer', (t) => {
  t.deepEqual(
    [0, 999, 1000, 3500, 8999, 9000, 60_000].map((ms) => progressAt(ms).percent),
    [0, 0, 10, 30, 80, 90, 90],
  );
  t.is(new Set([0, 4000, 9000].map((ms) => progressAt(ms).message)).size, 3);
});

test('the browser goes back and forth between the steps that are filled in', (t) => {
  const state = after(...filled);
  t.is(advance(state, { type: 'return', step: 1 }).step, 1);
  t.is(advance(advance(state, { type: 'return', step: 1 }), { type: 'return', step: 4 }).step, 4);
  t.is(after({ type: 'return', step: 3 }).step, 1);
  t.is(after(...filled, { type: 'create' }, { type: 'return', step: 2 }).step, 5);
});

test('a reload stays at its step, and asks for the password it did not keep', (t) => {
  const { draft } = after(...filled);
  t.deepEqual(
    [1, 2, 3, 4, 6].map((step) => resume(draft, step).step),
    [1, 2, 3, 3, 3],
  );
  t.is(resume({ ...draft, botToken: '' }, 4).step, 2);
  t.is(resume(blankWizard.draft, 4).step, 1);
});

test('each way to write to the bot asks for its own token, and no other is sent', (t) => {
  const filled = { subdomain: 'bar', botToken: '1:a', maxToken: 'max-token', adminUsername: 'anna' };
  const sent = { subdomain: 'bar', displayName: 'bar', adminUsername: 'anna' };
  for (const [chat, field] of [
    ['telegram', 'botToken'],
    ['max', 'maxToken'],
    ['max_shared', undefined],
    ['own', undefined],
  ] as const) {
    const draft = { ...blankWizard.draft, ...filled, chat };
    t.deepEqual(payloadOf(draft), { ...sent, chat, ...(field && { [field]: filled[field] }) });
    t.is(resume(draft, 4).step, 3, chat);
    const without = { ...draft, botToken: '', maxToken: '' };
    t.is(resume(without, 4).step, field ? 2 : 3, `${chat} without a token`);
  }
});
