import test, { type ExecutionContext } from 'ava';
import type { ApiCall } from '../../support/telegram/bot-api.ts';
import { edited, openCount } from '../../support/telegram/chat-counts.ts';
import { boss, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';

const BAD_GATEWAY = { status: 502, description: 'Bad Gateway' };

const asked = (chat: VenueChat): ApiCall | undefined =>
  chat.api.calls.findLast(({ reply_markup }) => reply_markup?.inline_keyboard);
const dataOf = (call: ApiCall | undefined, label: string): string =>
  call?.reply_markup?.inline_keyboard.flat().find(({ text }) => text.startsWith(label))?.callback_data ?? '';

/** Delivers the update while Telegram fails once, and then twice more: as it is put off, and as its answer is lost. */
async function deliverThrice(
  t: ExecutionContext,
  chat: VenueChat,
  { method, update }: { method: string; update: Record<string, unknown> },
): Promise<ApiCall[]> {
  chat.api.faults.push({ method, ...BAD_GATEWAY });
  await t.throwsAsync(() => chat.deliver(update), { message: /недоступен/ });
  const [again, last] = [await chat.deliver(update), await chat.deliver(update)];
  t.is(last[0]?.text, again[0]?.text);
  return again;
}

test('the size of a case that is delivered again is not taken for the volume of the bottle', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Абсолют', quantity: 50 });
  await chat.say('Абсолют +2 ящика');
  const update = { update_id: 9_400_001, ...chat.sayUpdate(boss, '24') };

  const [question] = await deliverThrice(t, chat, { method: 'sendMessage', update });

  t.regex(question?.text ?? '', /^«Абсолют» — сколько литров в бутылке\?/);
  t.is(await chat.changeCount(), 1);
  t.is((await chat.db('items').first('volume_ml')).volume_ml, null);
  t.deepEqual(await chat.say('0,5'), ['Абсолют: 50 → 74 л (+24)']);
});

test('a second press of the size of a case is not taken for the volume of the bottle', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Абсолют', quantity: 50 });
  await chat.say('Абсолют +2 ящика');
  const question = asked(chat);
  const update = { update_id: 9_400_011, ...chat.pressUpdate(boss, dataOf(question, '24'), question) };
  const calls = await deliverThrice(t, chat, { method: 'editMessageText', update });
  t.regex(edited(calls), /сколько литров в бутылке/);

  const second = await chat.deliver(chat.pressUpdate(boss, dataOf(question, '24'), question));

  t.is(second.at(-1)?.text, 'Уже отвечено');
  t.regex(
    (await chat.answer(question, '24'))[0] ?? '',
    /сколько литров в бутылке/,
    'nor a reply to the first question',
  );
  t.is((await chat.db('items').first('volume_ml')).volume_ml, null);
  await chat.press('0,5 л');
  t.deepEqual(await chat.quantities(), { Абсолют: 74 });
});

test('a button that has led to a doubt does not confirm it when it is delivered or pressed again', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Совиньон блан', 'Совиньон каберне');
  await chat.say('совиньон +750');
  const question = asked(chat);
  const second = question?.reply_markup?.inline_keyboard.flat()[1]?.callback_data ?? '';
  const update = { update_id: 9_400_021, ...chat.pressUpdate(boss, second, question) };

  const calls = await deliverThrice(t, chat, { method: 'editMessageText', update });

  t.regex(edited(calls), /\+750.л, а сейчас 0.л — слишком много/);
  t.is((await chat.deliver(chat.pressUpdate(boss, second, question))).at(-1)?.text, 'Уже отвечено');
  t.is(await chat.changeCount(), 0);

  const doubt = asked(chat);
  const confirmed = { update_id: 9_400_022, ...chat.pressUpdate(boss, dataOf(doubt, 'Записать'), doubt) };
  t.regex(edited(await deliverThrice(t, chat, { method: 'editMessageText', update: confirmed })), /0 → 0,75 л/);
  t.is(await chat.changeCount(), 1);
});

test('an answer in a count that is delivered again is told again and not asked for its name', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Абсолют');
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  await chat.say('Абсолют 2 бутылки');
  const update = { update_id: 9_400_031, ...chat.sayUpdate(boss, '0,7') };

  const [reply] = await deliverThrice(t, chat, { method: 'sendMessage', update });

  t.is(reply?.text, 'В подсчёт «Январь»: Абсолют 1,4 л');
  t.is((await chat.admin.get(`/api/counts/${id}/entries`)).body.entries.length, 1);
});

test('a question that is declined by its button is told so again when the press is delivered again', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Мартини Бьянко', 'Мартини Россо');
  await chat.say('мартини +1');
  const question = asked(chat);
  const update = { update_id: 9_400_041, ...chat.pressUpdate(boss, dataOf(question, 'Не записывать'), question) };

  t.is(edited(await deliverThrice(t, chat, { method: 'editMessageText', update })), '«мартини» — не записано.');
  const late = await chat.deliver(chat.pressUpdate(boss, dataOf(question, 'Мартини Россо'), question));
  t.is(late.at(-1)?.text, 'Уже отвечено');
});
