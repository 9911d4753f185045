import test from 'ava';
import { wordMistakes } from '../../scripts/check-words.mjs';

const forbidden: [what: string, file: string, source: string, where: string][] = [
  ["a file's name", 'api/src/doors.ts', 'export const open = 1;', 'api/src/doors.ts:1'],
  ['a function', 'api/src/tenants/move.ts', '\nexport function bringBack() {}', 'api/src/tenants/move.ts:2'],
  ['a method', 'api/src/mail/send.ts', 'return {\n  async giveBack(id) {\n', 'api/src/mail/send.ts:2'],
  [
    'a type',
    'tenant-runtime/scanner/camera/codes.ts',
    'export interface GunOptions {}',
    'tenant-runtime/scanner/camera/codes.ts:1',
  ],
  ['a part of a name', 'kit/web/server-clock.ts', 'let heardAt = 0;', 'kit/web/server-clock.ts:1'],
  ['a destructured name', 'api/src/mail/send.ts', "const [told = ''] = await send();", 'api/src/mail/send.ts:1'],
  ['a constant in capitals', 'api/src/cleanup/plan.ts', 'const LONGEST_SHELF = 3;', 'api/src/cleanup/plan.ts:1'],
];

for (const [what, file, source, where] of forbidden) {
  test(`the check of words names ${what} that says another word than the field's`, (t) => {
    const [mistake = '', ...others] = wordMistakes(file, source);
    t.true(mistake.startsWith(`${where}: `), mistake);
    t.deepEqual(others, []);
  });
}

test('names of tests are held to the same words', (t) => {
  t.is(wordMistakes('test/api/live.test.ts', 'const told = 1;\nconst heard = 2;').length, 2);
});

test('the check of words lets pass what only holds a forbidden word or says it in a text', (t) => {
  t.deepEqual(
    wordMistakes('api/src/plans/begun.ts', "const begun = 'doors'; // the shelf\nconst outstanding = 1;"),
    [],
  );
});
