import { quoted as inQuotes, plural } from '@ostatok/kit/node/russian.ts';
import type { Reason } from '../../contract/changes.ts';
import type { Unit } from '../../contract/items.ts';
import type { Amount, Measured, Refusal } from './amounts.ts';
import type { Abilities } from './channel.ts';
import type { Line, LineRefusal } from './grammar/line.ts';
import { reasonNames } from './reasons.ts';

/** The facts of a change that an echo shows. */
export interface Echoed {
  item: { name: string; unit: string };
  before: number | null;
  after: number | null;
  delta: number | null;
  reason?: Reason | null;
  note?: string | null;
}

/** Formats a number with a decimal comma, a real minus and at most three decimals. */
export const quantityText = (value: number): string =>
  value.toLocaleString('ru-RU', { maximumFractionDigits: 3, useGrouping: false }).replace('-', '−');

export const deltaText = (delta: number): string => (delta > 0 ? `+${quantityText(delta)}` : quantityText(delta));

/** Formats money as «−1 234,50 ₽». */
export const moneyText = (roubles: number): string =>
  `${roubles.toLocaleString('ru-RU', { minimumFractionDigits: Number.isInteger(roubles) ? 0 : 2, maximumFractionDigits: 2 }).replace('-', '−')} ₽`;

/**
 * Returns `Джемесон: 4,6 → 4,1 л (−0,5, списание)`, or `Джемесон: −0,5 л` where the stock before and after is
 * hidden.
 */
export function echoText({ item, before, after, delta, reason, note }: Echoed): string {
  const why = reason ? `, ${reasonNames[reason]}${note ? `: ${cut(note, 60)}` : ''}` : '';
  if (delta === null) return `${item.name}: количество скрыто`;
  if (before === null || after === null) return `${item.name}: ${deltaText(delta)} ${item.unit}${why}`;
  return `${item.name}: ${quantityText(before)} → ${quantityText(after)} ${item.unit} (${deltaText(delta)}${why})`;
}

/** Warns that more went than there was. This is rather a typing slip than a true quantity, but it is not refused. */
export const belowZeroText = ({ item, before, after }: Echoed): string | undefined =>
  before !== null && after !== null && before > 0 && after < 0
    ? `${item.name} — остаток меньше нуля. Если это опечатка, исправьте своё сообщение`
    : undefined;

/** Formats a number with its noun: «2 изменения», «5 изменений». */
export const counted = (count: number, one: string, few: string, many: string): string =>
  `${count} ${plural(count, [one, few, many])}`;

/** Formats a number of items: «21 позиция». */
export const positions = (count: number): string => counted(count, 'позиция', 'позиции', 'позиций');

export const cut = (text: string, length: number): string =>
  text.length > length
    ? `${text
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/[\s\uFFFD]+$/u, '')}…`
    : text;

/** Returns the text in quotes, cut to `length`. */
export const quoted = (text: string, length = 60): string => inQuotes(cut(text, length));

const lineRefusals: Record<LineRefusal, (line: { name: string; wrong: string; text: string }) => string> = {
  'no-quantity': ({ name }) => {
    const title = cut(name, 40);
    if (!title) return 'нет количества. Что и сколько? Например: Джемесон +0,7';
    return `нет количества. Напишите, например: ${title} +0,7. Узнать остаток: /find ${title}`;
  },
  'no-name': ({ wrong }) => `нет названия. Напишите, например: Джемесон ${wrong || '+0,7'}`,
  'no-sign': ({ name, wrong, text }) => {
    if (!name)
      return `${/\p{L}/u.test(text) ? 'не знаю такой позиции' : 'нет названия'}. Что и сколько? Например: Джемесон +0,7`;
    const title = cut(name, 40);
    const amount = wrong;
    const now = `«${title} = ${amount}», если столько сейчас есть`;
    return `нет знака. Напишите «${title} +${amount}», чтобы добавить, «${title} −${amount}», чтобы списать, или ${now}`;
  },
  'bad-quantity': ({ wrong }) => `не понимаю количество ${quoted(wrong)}`,
  'unknown-unit': ({ wrong }) => `не знаю единицу в ${quoted(wrong)}. Пишите мл, л, г, кг или шт`,
  'reason-in-count': ({ wrong }) => `в подсчёте пишут, сколько есть, без причины ${quoted(wrong)}`,
  correction: () => 'чтобы исправить, измените своё сообщение или отмените запись кнопкой под ней и напишите заново',
  'number-in-name': () => 'такой позиции нет, или в строке два количества. Пишите каждую позицию с новой строки',
  'two-quantities': () => 'два количества в одной строке. Пишите каждую позицию с новой строки',
};

export const refusalText = (line: Extract<Line, { kind: 'refused' }>): string =>
  `${quoted(line.text)} — ${lineRefusals[line.reason](line)}`;

/** The text for a quantity without a name; the answer to it is the name. */
export const namelessText = (text: string): string =>
  `${quoted(text)} — нет названия, не записано. Что это? Ответьте на это сообщение названием.`;

/** Says how a message is answered, where it cannot open the field of its answer by itself. */
export const howToReply = ({ forceReply }: Pick<Abilities, 'forceReply'>): string =>
  forceReply ? '' : '\nЧтобы ответить на сообщение, смахните его или удерживайте и нажмите «Ответить».';

/** The text for a line that names an item in words that are not understood; its card follows. */
export const unreadText = (text: string): string => `${quoted(text)} — не понимаю, сколько записать`;

/** Waste and comps can only reduce the stock. */
export const reasonOfPlusText = (text: string, reason: Reason): string =>
  `${quoted(text)} — причина «${reasonNames[reason]}» бывает только у расхода. Поставьте минус или уберите причину`;

const fittingUnits: Record<Unit, string> = { л: 'л или мл', кг: 'кг или г', шт: 'шт' };

/** The text for a known item with an unknown unit. */
export const unknownUnitText = (text: string, { name, unit }: { name: string; unit: Unit }): string =>
  `${quoted(text)} — сколько это в ${unit}? Пишите в ${fittingUnits[unit]}, например: ${cut(name, 40)} +${unit === 'шт' ? '12' : '0,5'}`;

/** Explains why the amount does not fit this item. */
export function amountRefusalText(
  refusal: { refusal: Refusal; text: string },
  item: { name: string; unit: Unit },
): string {
  const subject = `${quoted(item.name)} ${refusal.text}`;
  if (refusal.refusal === 'unit')
    return `${subject} — единица не подходит, эту позицию считают в ${item.unit}: пишите ${fittingUnits[item.unit]}`;
  if (refusal.refusal === 'precision') return `${subject} — не больше трёх знаков после запятой (в ${item.unit})`;
  if (refusal.refusal === 'range') return `${subject} — слишком большое количество, не больше 999 999`;
  if (refusal.refusal === 'minus')
    return `${subject} — в подсчёте пишут, сколько есть, без минуса. Расход запишите после «Выйти из подсчёта», лишнюю запись отмените кнопкой под ней`;
  return `${subject} — количество равно нулю`;
}

/** Returns «бутылка 0,7 л» when bottles were converted to litres. */
export function bottleNote(amounts: Amount[], item: Measured): string {
  const byBottle = item.unit === 'л' && item.volumeMl !== null && amounts.some(({ measure }) => measure === 'bottle');
  return byBottle ? `бутылка ${quantityText((item.volumeMl ?? 0) / 1000)} л` : '';
}

export const helpText = `Пишите название, знак и количество:
Джемесон +0,7
Лимон −200 г
7-Up плюс 12 шт

Несколько строк можно прислать одним сообщением, и без знаков: бот спросит, пришло это, ушло или столько есть. Часть названия тоже подойдёт. Несколько количеств складываются: Джемесон +0,7 +0,35.
После количества можно назвать причину: Джемесон −0,5 бой (списание, угощение, перемещение).
«Джемесон = 3» — сколько есть сейчас. Считать можно бутылками, ящиками и половинами: Джемесон +2 бутылки.
Ошиблись — исправьте своё сообщение, бот пересчитает. Фото штрихкода покажет позицию.

/find название — найти позицию и её остаток
/count — подсчёт: что есть на самом деле
/last — последние изменения
/undo — отменить своё последнее, /undo 3 — три последних
/report — расхождения с учётом
/order — что заказать, по поставщикам
/export — выгрузить остатки в Excel
/open — открыть панель или сканер без пароля`;

/** The text for a user who has just been admitted. */
export const welcomeText = `Вас приняли. ${helpText}`;

export const adminHelpText = `

Вы администратор:
/users — сотрудники
/usage — что пропало между двумя подсчётами
/names — свои названия позиций
/count — открыть и закрыть подсчёт
Пришлите файл — накладную (УПД, ТОРГ-12, iiko, ЕГАИС), отчёт кассы или список позиций: покажу, что в нём, и спрошу, записать ли.`;
