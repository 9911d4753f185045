import type { ChatMessage } from '@ostatok/kit/contract/chat-message.ts';
import { replyButtons, sizeOf, withMessage, withoutMessage } from '@ostatok/kit/web/chat/messages.ts';
import { spansOf } from '@ostatok/kit/web/chat/rich-text.ts';
import test from 'ava';

const message = (message_id: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  message_id,
  date: 1_790_000_000,
  from_bot: true,
  ...more,
});

const ids = (messages: ChatMessage[]): number[] => messages.map(({ message_id }) => message_id);

test('messages keep their order, whichever comes first', (t) => {
  const messages = [message(3), message(1), message(2), message(2)].reduce(withMessage, []);
  t.deepEqual(ids(messages), [1, 2, 3]);
});

test('an edited message takes the place of what it was', (t) => {
  const before = [message(1, { text: 'было' }), message(2)];
  t.is(withMessage(before, message(1, { text: 'стало', edit_date: 1 }))[0]?.text, 'стало');
  t.deepEqual(ids(withoutMessage(before, 1)), [2]);
});

test('the latest keyboard stands until it is removed', (t) => {
  const offered = message(1, { reply_markup: { keyboard: [['Да', { text: 'Нет' }]] } });
  t.deepEqual(replyButtons([offered, message(2)]), [['Да', 'Нет']]);
  t.deepEqual(replyButtons([offered, message(2, { reply_markup: { remove_keyboard: true } })]), []);
  t.deepEqual(replyButtons([]), []);
});

test('a text is cut where its entities start and end', (t) => {
  const spans = spansOf('жирно и курсив', [
    { type: 'bold', offset: 0, length: 5 },
    { type: 'italic', offset: 8, length: 6 },
  ]);
  t.deepEqual(spans, [
    { text: 'жирно', types: ['bold'] },
    { text: ' и ', types: [] },
    { text: 'курсив', types: ['italic'] },
  ]);
});

test('entities over each other keep both kinds, and one past the end is harmless', (t) => {
  const spans = spansOf('абв', [
    { type: 'bold', offset: 0, length: 99 },
    { type: 'text_link', offset: 1, length: 1, url: 'https://example.org/' },
  ]);
  t.deepEqual(
    spans.map(({ text, types, url }) => [text, types.join('+'), url]),
    [
      ['а', 'bold', undefined],
      ['б', 'bold+text_link', 'https://example.org/'],
      ['в', 'bold', undefined],
    ],
  );
});

test('a bare address in a text is its own link', (t) => {
  t.is(spansOf('см. http://a.b', [{ type: 'url', offset: 4, length: 10 }])[1]?.url, 'http://a.b');
});

test('a size is in units a person reads', (t) => {
  t.deepEqual([512, 48_211, 3_500_000, undefined].map(sizeOf), ['512 Б', '47 КБ', '3,3 МБ', '']);
});
