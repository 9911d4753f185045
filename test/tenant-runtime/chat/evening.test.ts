import ExcelJS from 'exceljs';
import { openCount } from '../../support/telegram/chat-counts.ts';
import { inEachChannel } from '../../support/telegram/each-channel.ts';
import { cases, items } from '../../support/telegram/messages.ts';
import { eventually } from '../../support/telegram/own-chat.ts';
import { barman, boss } from '../../support/telegram/venue-chat.ts';

async function workbook(rows: unknown[][]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Лист1').addRows(rows);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** What the bot understands by the venue's items, though not by its grammar alone. */
const understood: Record<string, string[]> = { 'Джемесон +1 Лимон +2': ['Джемесон 1', 'Лимон 2'] };

inEachChannel('what our own messages mean is what the database then holds', async (t, start) => {
  const chat = await start(t);
  for (const { name, unit, volumeMl } of items) {
    await chat.createItem({ name, unit, ...(volumeMl && { volume_ml: volumeMl }) });
  }
  const changed = /^(?!refused|unknown|\?|volume of|pack of)(.+) (-?[\d.]+)$/;

  for (const [text, ...outcomes] of cases) {
    if (text.length > 4096) continue;
    // each message is read as the first one of an empty bar
    await chat.db('items').update({ quantity: 0 });
    const before = await chat.changeCount();
    const answers = await chat.say(text);
    const wanted = (understood[text] ?? outcomes).flatMap((outcome) => {
      const { 1: name, 2: delta } = changed.exec(outcome) ?? [];
      return name ? [`${name} ${Number(delta)}`] : [];
    });
    // what the stock makes improbable is asked about, and written when it is confirmed
    const asked = chat.api.calls.at(-1);
    if (chat.buttons(asked).some((label) => label.startsWith('Да, '))) await chat.press('Да, ');
    const rows = await chat
      .db('changes as c')
      .join('items as i', 'i.id', 'c.item_id')
      .orderBy('seq')
      .offset(before)
      .select('i.name', 'c.delta');
    t.deepEqual(
      rows.map(({ name, delta }) => `${name} ${Number(delta)}`),
      wanted,
      text,
    );
    t.true(answers.length > 0 || wanted.length > 0, text);
  }
});

inEachChannel('an evening: counting, a correction, a report, an import, an undo and a count', async (t, start) => {
  const chat = await start(t);
  await chat.stock('Джемесон', 'Мартини Бьянко', 'Мартини Россо', 'Лимон|кг');
  await chat.say('/start');

  // counting
  const said = chat.sayUpdate(barman, 'Джемесон +4,6\nЛимон +2');
  await chat.deliver(said);
  t.deepEqual(await chat.edit(said, 'Джемесон +4,7\nЛимон +2'), [
    'Исправлено: Джемесон 0 → 4,7 л (было +4,6, стало +4,7)',
  ]);
  await chat.say('мартини +0,5');
  await chat.press('Мартини Россо');
  t.deepEqual(await chat.quantities(), { Джемесон: 4.7, Лимон: 2, 'Мартини Россо': 0.5, 'Мартини Бьянко': 0 });

  // a card, answered with only a quantity
  const [card] = (await chat.deliver(chat.sayUpdate(boss, '/find джемесон'))).slice(-1);
  t.regex(card?.text ?? '', /Джемесон/);

  // an import and its undo
  chat.api.files.set(
    'list',
    await workbook([
      ['Наименование', 'Ед.', 'Остаток'],
      ['Кампари', 'л', 3],
    ]),
  );
  await chat.send({ document: { file_id: 'list', file_unique_id: 'l', file_name: 'прайс.xlsx', file_size: 1000 } });
  await eventually(chat, ({ text }) => text?.includes('пока ничего не изменено') ?? false);
  await chat.press('Загрузить');
  t.is((await chat.quantities()).Кампари, 3);
  await chat.press('Отменить загрузку');
  t.is((await chat.quantities()).Кампари, undefined);

  // a report and its workbook
  t.regex((await chat.say('/report'))[0] ?? '', /^Расхождения: [\s\S]*Без учётного остатка: 4 позиции/);
  await chat.say('/export');
  await eventually(chat, ({ method }) => method === 'sendDocument');

  // an undo
  await chat.say('Джемесон −0,7 бой', barman);
  await chat.press('Отменить', barman);
  await chat.say('/undo', barman);
  t.is((await chat.quantities())['Мартини Россо'], 0.5);

  // a count
  const id = await openCount(chat);
  await chat.say('/count', barman);
  await chat.press('Январь', barman);
  await chat.say('Джемесон 4\nЛимон полтора', barman);
  await chat.press('Выйти из подсчёта', barman);
  const { status } = await chat.admin.post(`/api/counts/${id}/close`).send({ uncounted: 'keep' });
  t.is(status, 200);
  t.like(await chat.quantities(), { Джемесон: 4, Лимон: 1.5 });
});
