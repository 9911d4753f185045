import { InlineKeyboard } from 'grammy';
import type { DeliveryDetails, OrderCheck } from '../../contract/deliveries.endpoints.ts';
import type { SalesFileDetails } from '../../contract/sales.endpoints.ts';
import { sameSalesText } from '../sales/sales.service.ts';
import { counted, cut, moneyText, quantityText, quoted } from './texts.ts';

const SHOWN = 5;

const dayText = (day: string): string => day.split('-').reverse().join('.');
export const periodText = (from: string, to: string): string =>
  from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
const lines = (count: number): string => counted(count, 'строка', 'строки', 'строк');
const dishes = (count: number): string => counted(count, 'блюдо', 'блюда', 'блюд');

const warningLines = (warnings: readonly string[]): string[] =>
  warnings.length === 0 ? [] : ['', ...warnings.slice(0, SHOWN).map((warning) => `Проверьте: ${cut(warning, 300)}`)];

const isOpen = ({ skipped, came, item, factor }: DeliveryDetails['rows'][number]): boolean =>
  !skipped && came !== 0 && (item === null || factor === null);

/** «Поставка № 12 от 01.11.2026 (ООО «Ромашка»): 3 строки на 1 200 ₽, недовоз на 200 ₽.» */
function deliveryHead(delivery: DeliveryDetails): string {
  const { number, day, supplier, said_supplier, worth, short_worth, lines: count } = delivery;
  const from = supplier?.name ?? said_supplier;
  const name = [number && `№ ${number}`, day && `от ${dayText(day)}`, from && `(${from})`].filter(Boolean).join(' ');
  const short = short_worth > 0 ? `, недовоз на ${moneyText(short_worth)}` : '';
  return `Поставка ${name}: ${lines(count)} на ${moneyText(worth)}${short}.`;
}

function undecidedLines(open: DeliveryDetails['rows'], url: string | undefined): string[] {
  if (open.length === 0) return [];
  const rest = open.length - SHOWN;
  return [
    '',
    `Не решено, что это, ${lines(open.length)}:`,
    ...open.slice(0, SHOWN).map(({ name, number }) => `• ${cut(name ?? `строка ${number}`, 100)}`),
    ...(rest > 0 ? [`и ещё ${rest}`] : []),
    `Решите в панели${url ? `: ${url}` : ', раздел «Поставки»'}. В следующий раз система будет знать.`,
  ];
}

const shortLine = ({ item, ordered, came }: OrderCheck['short'][number]): string =>
  `${cut(item.name, 60)} — ${quantityText(came)} из ${quantityText(ordered)} ${item.unit}`;

function listed<T>(label: string, rows: readonly T[], text: (row: T) => string): string[] {
  if (rows.length === 0) return [];
  const rest = rows.length > SHOWN ? ` и ещё ${rows.length - SHOWN}` : '';
  return [`${label}: ${rows.slice(0, SHOWN).map(text).join(', ')}${rest}.`];
}

/** «Кампари — 4 из 6 шт» */
function cameLine({ item, name, number, came, quantity, unit, counted_in }: DeliveryDetails['rows'][number]): string {
  const called = cut(item?.name ?? name ?? `строка ${number}`, 60);
  const of = (unit ?? counted_in ?? 'ед').replace(/\.$/, '');
  return `${called} — ${quantityText(came ?? quantity)} из ${quantityText(quantity)} ${of}`;
}

/** Says that a delivery is posted, and where less or more has come than its document says. */
export function postedText(delivery: DeliveryDetails): string {
  const taken = delivery.rows.filter(({ skipped }) => !skipped);
  const short = taken.filter(({ came, quantity }) => came !== null && came < quantity);
  const over = taken.filter(({ came, quantity }) => came !== null && came > quantity);
  const said = [...listed('Недовоз', short, cameLine), ...listed('Сверх накладной', over, cameLine)];
  return [`${deliveryHead(delivery)} Проведена: товар добавлен к остаткам.`, ...said].join('\n');
}

/** Says how a delivery differs from what was ordered; a delivery with open lines is compared when they are decided. */
function orderLines(check: DeliveryDetails['order_check'], isDecided: boolean): string[] {
  if (!check) return [];
  const { orders, lines: waited, short, over, priced, unordered, other_unit } = check;
  const named = `заказом № ${orders.join(', № ')}`;
  if (!isDecided) return ['', `С ${named} сверим, когда все строки будут решены.`];
  const said = [
    ...listed(`Не довезли ${short.length} из ${waited}`, short, shortLine),
    ...listed('Больше заказанного', over, shortLine),
    ...listed(
      'Другая цена',
      priced,
      (row) => `${cut(row.item.name, 60)} ${moneyText(row.came)}, была ${moneyText(row.ordered)}`,
    ),
    ...listed(
      'Заказано в другой единице',
      other_unit,
      ({ item, ordered, ordered_unit, came }) =>
        `${cut(item.name, 60)} — заказано ${quantityText(ordered)} ${ordered_unit}, пришло ${quantityText(came)} ${item.unit}`,
    ),
    ...listed(
      'Не заказывали',
      unordered,
      ({ item, came }) => `${cut(item.name, 60)} ${quantityText(came)} ${item.unit}`,
    ),
  ];
  return ['', ...(said.length > 0 ? said : [`Всё сходится с ${named}.`])];
}

function asItemsButton(keyboard: InlineKeyboard, asItems: number | undefined): InlineKeyboard {
  return asItems === undefined ? keyboard : keyboard.row().text('Это список позиций', `kind:${asItems}:items`);
}

/** What a delivery's file says and what can be done with it. */
export function deliveryScreen(
  delivery: DeliveryDetails,
  asItems: number | undefined,
  publicUrl: string | undefined,
): [text: string, keyboard: InlineKeyboard] {
  const open = delivery.rows.filter(isOpen);
  const url = publicUrl && new URL(`/deliveries/${delivery.id}`, publicUrl).href;
  const keyboard = new InlineKeyboard();
  if (open.length === 0) keyboard.text('Провести', `delivery:${delivery.id}:post`);
  keyboard.text('Не нужна', `delivery:${delivery.id}:drop`);
  const jumps = delivery.rows.flatMap(({ price_jump }) => price_jump ?? []).slice(0, SHOWN);
  const text = [
    `${deliveryHead(delivery)} Остатки пока не изменены.`,
    ...warningLines(delivery.warnings),
    ...(jumps.length > 0 ? ['', ...jumps] : []),
    ...orderLines(delivery.order_check, open.length === 0),
    ...undecidedLines(open, url),
  ];
  return [text.join('\n'), asItemsButton(keyboard, asItems)];
}

/** What a till's report says and what can be done with it. */
export function salesScreen(
  file: SalesFileDetails,
  asItems: number | undefined,
  publicUrl: string | undefined,
): [text: string, keyboard: InlineKeyboard] {
  const { id, source, source_unsure, from, to, totals, replaced, same, open, warnings } = file;
  const { quantity, paid } = totals.summed;
  const sold = [quantity !== null && `${quantityText(quantity)} продано`, paid !== null && `на ${moneyText(paid)}`];
  const where = publicUrl ? `: ${new URL('/sales', publicUrl).href}` : ', раздел «Продажи»';
  const text = [
    `Продажи ${quoted(source.name)}, ${periodText(from, to)}: ${sold.filter(Boolean).join(' ')}. Пока не записаны.`,
    ...warningLines(warnings),
    ...(replaced.days > 0
      ? [
          '',
          `Заменят ${counted(replaced.days, 'день', 'дня', 'дней')} на ${moneyText(replaced.paid)}, записанные раньше.`,
          ...(replaced.alike ? [] : [`Они не похожи на эти. Если это другая касса, выберите её в панели${where}.`]),
        ]
      : []),
    ...(source_unsure ? ['', `Касс такого вида несколько. Чьи это продажи, выберите в панели${where}.`] : []),
    ...(same ? ['', `${sameSalesText(same)}. Чья это касса, выберите в панели${where}.`] : []),
    ...(open.dishes > 0
      ? ['', `Не сопоставлено: ${dishes(open.dishes)} на ${moneyText(open.paid)}. Решите в панели${where}.`]
      : []),
  ];
  const keyboard = new InlineKeyboard();
  if (!source_unsure && !same) keyboard.text('Записать', `sales:${id}:apply`);
  keyboard.text('Не нужны', `sales:${id}:drop`);
  return [text.join('\n'), asItemsButton(keyboard, asItems)];
}
