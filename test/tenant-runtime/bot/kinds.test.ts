import test from 'ava';
import { barman, startVenueChat } from '../../support/telegram/venue-chat.ts';

const kinds: [kind: Record<string, unknown>, answer: RegExp][] = [
  [{ voice: { file_id: 'v', duration: 3 } }, /Голосовые бот не слушает\. Напишите текстом/],
  [{ video_note: { file_id: 'v', duration: 3 } }, /Кружки бот не смотрит/],
  [{ video: { file_id: 'v', duration: 3 } }, /Видео бот не смотрит\. Пришлите фото штрихкода/],
  [{ sticker: { file_id: 's' } }, /Стикеры бот не считает/],
  [{ contact: { first_name: 'Пётр', phone_number: '1' } }, /попросите человека самого написать боту/],
  [{ location: { latitude: 1, longitude: 2 } }, /Геопозиция боту не нужна/],
  [{ poll: { id: '1', question: 'Кто закрывает?' }, forward_origin: { type: 'hidden_user' } }, /Опросы бот не читает/],
  [{ audio: { file_id: 'a', duration: 3 } }, /Аудио бот не слушает/],
  [{ story: { id: 1 } }, /Пишите текстом/],
];

test('what is not text is refused in a sentence or two that say what to do', async (t) => {
  const chat = await startVenueChat(t);
  for (const [kind, answer] of kinds) {
    const texts = await chat.send(kind, barman);
    t.is(texts.length, 1, Object.keys(kind)[0]);
    t.regex(texts[0] ?? '', answer);
  }
  t.deepEqual(await chat.send({ pinned_message: {} }), []);
  t.is(await chat.changeCount(), 0);
});

test('an album is answered once, and once again where it is delivered again', async (t) => {
  const chat = await startVenueChat(t);
  const picture = (update_id: number) => ({ update_id, media_group_id: 'album' });
  const first = { video: { file_id: 'v', duration: 1 }, media_group_id: 'album' };
  t.is((await chat.send(first)).length, 1);
  for (const id of [2, 3, 4]) t.deepEqual(await chat.send({ ...first, ...picture(id) }), []);
  t.is((await chat.send({ ...first, media_group_id: 'another' })).length, 1);
});
