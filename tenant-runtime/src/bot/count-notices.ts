import { NotFound } from '@ostatok/kit/node/errors.ts';
import { type Api, GrammyError, InlineKeyboard } from 'grammy';
import type { CountArea, CountDetails } from '../../contract/counts.endpoints.ts';
import type { CountNotice, Notice, NoticeSender, Reader } from '../counts/notices.service.ts';
import { markBlocked } from './bot.queries.ts';
import type { BotDeps } from './context.ts';
import { closedText, coverageText, inAccusative, leftText, namesText } from './count-texts.ts';
import { isGone, isPassing, whole } from './telegram.ts';
import { cut, positions, quoted } from './texts.ts';

type NoticeMessage = { text: string; keyboard?: InlineKeyboard } | undefined;

const own = (areas: CountArea[], reader: Reader): CountArea[] => areas.filter(({ user }) => user?.id === reader.id);

const areaNames = (areas: CountArea[]): string => areas.map(({ name }) => quoted(name)).join(', ');

function areaButtons(countId: number, areas: CountArea[]): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  for (const { id, name } of areas.slice(0, 10))
    keyboard.text(`Считать: ${cut(name, 40)}`, `area:${countId}:${id}`).row();
  return keyboard;
}

/** Shows every counter what to count. Users with nothing to count get it only if they are administrators. */
function openedText(count: CountDetails, reader: Reader): NoticeMessage {
  const by = count.openedBy ? ` Открыл(а): ${count.openedBy.name}.` : '';
  const head = [
    `Начат подсчёт ${quoted(count.title)}: ${positions(count.coverage.lines)}.${by}`,
    ...(count.blind ? ['Считаем вслепую: остатки скрыты до закрытия.'] : []),
    ...(count.spot ? ['Это проверка: остатки не изменятся.'] : []),
  ];
  const mine = own(count.areas, reader);
  if (mine.length > 0) {
    const line = `${mine.length > 1 ? 'Ваши зоны' : 'Ваша зона'}: ${areaNames(mine)}.`;
    return { text: [...head, line].join('\n'), keyboard: areaButtons(count.id, mine) };
  }
  const free = count.areas.filter(({ user }) => user === null);
  if (count.areas.length === 0 || free.length > 0) {
    const lines = free.length > 0 ? [`Свободные зоны: ${areaNames(free)}.`] : [];
    const label = free.length > 0 ? 'Выбрать зону' : 'Считать';
    return { text: [...head, ...lines].join('\n'), keyboard: new InlineKeyboard().text(label, `join:${count.id}`) };
  }
  return reader.role === 'admin' ? { text: [...head, 'Все зоны розданы.'].join('\n') } : undefined;
}

function givenText(count: CountDetails, reader: Reader, areaId: number | null): NoticeMessage {
  const area = own(count.areas, reader).find(({ id, done }) => id === areaId && !done);
  if (!area) return undefined;
  return {
    text: `Подсчёт ${quoted(count.title)}: теперь ваша зона — ${quoted(area.name)}.`,
    keyboard: areaButtons(count.id, [area]),
  };
}

/**
 * Informs administrators which area is done and who still counts, and, once all areas are done, what is left
 * uncounted.
 */
async function areaDoneText(
  deps: BotDeps,
  count: CountDetails,
  reader: Reader,
  areaId: number | null,
): Promise<NoticeMessage> {
  const area = count.areas.find(({ id, done }) => id === areaId && done);
  if (!area || reader.role !== 'admin') return undefined;
  const who = area.user ? ` (${area.user.name})` : '';
  const head = `Подсчёт ${quoted(count.title)}: зона ${quoted(area.name)} готова${who}. ${coverageText(count)}`;
  const open = count.areas.filter(({ done }) => !done);
  if (open.length > 0) {
    const still = open.map(({ name, user }) => quoted(name) + (user ? ` (${user.name})` : ''));
    return { text: `${head}\nЕщё считают: ${still.join(', ')}.` };
  }
  const left = await leftText(deps, count, reader);
  return {
    text: `${head}\nВсе зоны готовы. ${left}`,
    keyboard: new InlineKeyboard().text('Закрыть подсчёт', `close:${count.id}`),
  };
}

/** Lists names only, in every kind of count: users who saw their earlier totals would count to match them. */
async function recountText({ countNotices }: BotDeps, notice: CountNotice, count: CountDetails, reader: Reader) {
  const lines = await countNotices.askedAgain(notice);
  const theirs = reader.role === 'admin' ? lines : lines.filter(({ counters }) => counters.includes(reader.id));
  if (theirs.length === 0) return undefined;
  return {
    text: [
      `Подсчёт ${quoted(count.title)}: пересчитайте ${inAccusative(theirs.length)}.`,
      namesText(theirs.map(({ name }) => name)),
      'Посчитайте заново всё, что есть: прежние записи этих позиций в итог не войдут.',
    ].join('\n'),
    keyboard: new InlineKeyboard().text('Считать', `join:${count.id}`),
  };
}

/** Informs the users who counted or were assigned to count; only administrators see the totals. */
async function endedText(
  { countNotices }: BotDeps,
  { kind }: CountNotice,
  count: CountDetails,
  reader: Reader,
): Promise<NoticeMessage> {
  const takesPart =
    own(count.areas, reader).length > 0 || (await countNotices.counterIds(count.id)).includes(reader.id);
  if (reader.role !== 'admin' && !takesPart) return undefined;
  const title = quoted(count.title);
  if (kind === 'reopened') {
    const reason = count.events.findLast((event) => event.kind === 'reopened')?.reason;
    const why = reason ? ` Причина: ${cut(reason, 200)}.` : '';
    const keyboard = new InlineKeyboard().text('Считать', `join:${count.id}`);
    return { text: `Подсчёт ${title} снова открыт.${why} ${coverageText(count)}`, keyboard };
  }
  if (kind === 'cancelled') return { text: `Подсчёт ${title} отменён. Остатки не изменились.` };
  if (reader.role === 'admin') return { text: closedText(count) };
  const { counted, lines } = count.coverage;
  const shown = count.blind ? ' Остатки снова видны.' : '';
  return { text: `Подсчёт ${title} закрыт. Посчитано ${counted} из ${lines}.${shown} Спасибо.` };
}

const STATUS: Record<CountNotice['kind'], CountDetails['status']> = {
  opened: 'open',
  area: 'open',
  area_done: 'open',
  recount: 'open',
  closed: 'closed',
  reopened: 'open',
  cancelled: 'cancelled',
};

/** Returns the text for this reader as of now, or undefined if the notice does not concern them or is outdated. */
async function textOfCount(deps: BotDeps, notice: CountNotice, reader: Reader): Promise<NoticeMessage> {
  await deps.blindness.ready();
  let count: CountDetails;
  try {
    count = await deps.counts.details(notice.count_id, reader);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
  if (count.status !== STATUS[notice.kind]) return undefined;
  if (notice.kind === 'opened') return openedText(count, reader);
  if (notice.kind === 'area') return givenText(count, reader, notice.area_id);
  if (notice.kind === 'area_done') return areaDoneText(deps, count, reader, notice.area_id);
  if (notice.kind === 'recount') return recountText(deps, notice, count, reader);
  return endedText(deps, notice, count, reader);
}

const isOfCount = (notice: Notice): notice is CountNotice => notice.kind !== 'feed';

/** A notice about a feed of sales is for administrators, in its own words. */
async function textFor(deps: BotDeps, notice: Notice, reader: Reader): Promise<NoticeMessage> {
  if (isOfCount(notice)) return textOfCount(deps, notice, reader);
  return reader.role === 'admin' && notice.text ? { text: notice.text } : undefined;
}

export function createNoticeSender(deps: BotDeps, api: Api): NoticeSender {
  const { db, log, clock } = deps;

  async function send({ chatId }: Reader, { text, keyboard }: NonNullable<NoticeMessage>): Promise<void> {
    try {
      await api.sendMessage(chatId, whole(text), keyboard ? { reply_markup: keyboard } : {});
    } catch (error) {
      if (isPassing(error) || !(error instanceof GrammyError)) throw error;
      if (isGone(error)) await markBlocked(db, chatId, clock());
      log.warn({ chatId, status: error.error_code, reason: error.description }, 'Telegram refused a notice');
    }
  }

  return {
    async sendNotice(notice, readers, onSent) {
      for (const reader of readers) {
        const message = await textFor(deps, notice, reader);
        if (!message) continue;
        await send(reader, message);
        await onSent(reader.id);
      }
    },
  };
}
