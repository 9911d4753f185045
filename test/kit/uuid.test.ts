import { isUuid, UUID } from '@ostatok/kit/contract/uuid.ts';
import test from 'ava';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('a UUID is one in capitals too, and of any version', (t) => {
  for (const id of [ID, ID.toUpperCase(), '00000000-0000-0000-0000-000000000000']) t.true(isUuid(id), id);
});

test('nothing else is a UUID', (t) => {
  for (const value of [
    '',
    ` ${ID}`,
    `${ID}\n`,
    ID.replaceAll('-', ''),
    `{${ID}}`,
    `${ID}0`,
    'g'.repeat(36),
    null,
    [ID],
  ]) {
    t.false(isUuid(value), JSON.stringify(value));
  }
});

test('a part of a longer text is matched without capitals', (t) => {
  const pattern = new RegExp(`^undo:(${UUID})$`);

  t.is(pattern.exec(`undo:${ID}`)?.[1], ID);
  t.false(pattern.test(`undo:${ID.toUpperCase()}`));
  t.false(pattern.test(`undo:${'-'.repeat(36)}`));
});
