import { randomUUID } from 'node:crypto';
import { Args, Flags } from '@oclif/core';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { Source } from '@ostatok/tenant-runtime/contract/changes.ts';
import { countedSinceText } from '@ostatok/tenant-runtime/contract/counted-since.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { BaseCommand, type Column, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { moment, orNone } from '../../output/format.ts';
import { type Visit, visitVenue } from '../../platform/venue-visit.ts';

interface Answer {
  success: true;
  item: ShownItem;
  changes: ShownChange[];
}

const SHOWN = 15;
/** How many of the latest changes are searched for a change named by its number. */
const LOOKED_AT = 500;

const sources: Record<Source, string> = {
  bot: 'чат',
  web: 'панель',
  scanner: 'сканер',
  scales: 'весы',
  import: 'Excel',
  count: 'подсчёт',
  delivery: 'поставка',
};

/** A quantity is null while it is hidden from the caller. */
const number = (value: number | null): string =>
  value === null ? '—' : value.toLocaleString('ru-RU', { maximumFractionDigits: 3 });
const signed = (value: number | null): string =>
  value === null ? '—' : `${value > 0 ? '+' : value < 0 ? '−' : ''}${number(Math.abs(value))}`;
const amountOf = ({ name, quantity, unit }: ShownItem): string => `${name}: ${number(quantity)} ${unit}`;

const columns: Column<ShownChange>[] = [
  ['№', ({ seq }) => String(seq), 'whole'],
  ['КОГДА', ({ at }) => moment(at), 'whole'],
  ['БЫЛО', ({ before }) => number(before), 'whole'],
  ['СКОЛЬКО', ({ delta }) => signed(delta), 'whole'],
  ['СТАЛО', ({ after }) => number(after), 'whole'],
  ['КТО', ({ user }) => user?.name ?? '—'],
  ['ОТКУДА', ({ source }) => sources[source], 'whole'],
  ['ЕЩЁ', ({ undone, undoes, note }) => (undone ? 'отменено' : undoes ? 'отмена' : orNone(note)), 'spare'],
];

async function findItem(visit: Visit, which: string): Promise<ShownItem> {
  const { items } = await visit('GET /api/items', { query: { search: which, limit: 20 } });
  const exact = items.find(({ id, name }) => String(id) === which || name.toLowerCase() === which.toLowerCase());
  const [only, ...more] = items;
  if (exact) return exact;
  if (only && more.length === 0) return only;
  if (!only) throw new UserError(`Позиции «${which}» в заведении нет: назовите часть названия`, 'item_not_found');
  throw new UserError(
    `Подходит несколько: ${items.map(({ name }) => name).join('; ')}. Назовите один целиком`,
    'item_ambiguous',
  );
}

const AMOUNT = /^\d+(?:[.,]\d+)?$/;

/** An empty text is no number: a script's variable may be unset. Throws UserError. */
function amountIn(text: string): number {
  const given = text.trim();
  if (!AMOUNT.test(given)) throw new UserError(`--set=${text}: нужно число`, 'wrong_command');
  return Number(given.replace(',', '.'));
}

const changesOf = async (visit: Visit, { id }: ShownItem, limit: number): Promise<ShownChange[]> =>
  (await visit('GET /api/changes', { query: { item: id, limit } })).changes;

export default class TenantsStock extends BaseCommand {
  static override summary = 'Остаток позиции в заведении: кто его менял, и поправить';
  static override description =
    'Входит в заведение для поддержки: вход виден в его журнале, причину владелец получает письмом. С --undo отменяет запись по её номеру, с --set ставит верный остаток.';
  static override examples = [
    '<%= config.bin %> tenants stock bar джемесон --reason "Остаток неверен"',
    '<%= config.bin %> tenants stock bar джемесон --reason "Лишний ноль" --undo 41',
  ];
  static override args = {
    tenant: Args.string({ required: true, description: 'поддомен или номер' }),
    item: Args.string({ required: true, description: 'позиция: название или его часть' }),
  };
  static override flags = {
    ...yesFlag,
    reason: Flags.string({ required: true, description: 'зачем: увидит владелец', helpValue: 'ТЕКСТ' }),
    undo: Flags.integer({ min: 1, description: 'отменить запись с этим №', helpValue: '№', exclusive: ['set'] }),
    set: Flags.string({ description: 'сколько есть на самом деле', helpValue: 'ЧИСЛО' }),
  };

  async run(): Promise<Answer> {
    const { args, flags } = await this.parse(TenantsStock);
    const amount = flags.set === undefined ? undefined : amountIn(flags.set);
    const api = await this.api();
    const { tenant_id } = await resolveTenant(api, args.tenant);
    return visitVenue(api, tenant_id, flags.reason, async (visit) => {
      const item = await findItem(visit, args.item);
      if (flags.undo !== undefined) await this.undo(visit, item, flags.undo, flags.yes);
      if (amount !== undefined) await this.set(visit, item, amount, flags);
      return this.show(visit, item);
    });
  }

  private async show(visit: Visit, { id }: ShownItem): Promise<Answer> {
    const { item } = await visit('GET /api/items/:id', { params: { id } });
    const changes = await changesOf(visit, item, SHOWN);
    if (!this.jsonEnabled()) this.log(amountOf(item));
    this.showList(
      { rows: changes, total: changes.length },
      { limit: SHOWN, page: 1, all: false },
      columns,
      'Её ещё не меняли.',
    );
    return { success: true, item, changes };
  }

  private async undo(visit: Visit, item: ShownItem, seq: number, yes: boolean): Promise<void> {
    const change = (await changesOf(visit, item, LOOKED_AT)).find((one) => one.seq === seq);
    if (!change) throw new UserError(`Записи № ${seq} у позиции «${item.name}» нет`, 'change_not_found');
    if (change.undone) throw new UserError(`Запись № ${seq} уже отменена`, 'change_already_undone');
    const what = `${signed(change.delta)} ${item.unit}, ${moment(change.at)}, ${change.user?.name ?? '—'}`;
    await this.confirm(`Отменить запись № ${seq} (${what})?`, yes);
    const undone = await visit('POST /api/changes/:id/undo', { params: { id: change.id }, body: {} });
    this.say(`Отменена запись № ${seq}: ${what}`);
    if (undone.counted_since !== null)
      this.say(countedSinceText({ item: quoted(item.name), count: quoted(undone.counted_since) }));
  }

  private async set(
    visit: Visit,
    item: ShownItem,
    set: number,
    { reason, yes }: { reason: string; yes: boolean },
  ): Promise<void> {
    await this.confirm(`Поставить ${item.name}: ${number(set)} ${item.unit}? Сейчас ${number(item.quantity)}.`, yes);
    const change = { id: randomUUID(), itemId: item.id, set, source: 'web', note: reason, confirmed: true };
    const { results } = await visit('POST /api/changes', { body: { changes: [change] } });
    const [result] = results;
    if (result?.status === 'rejected') throw new UserError(result.error ?? 'Заведение не приняло запись', 'rejected');
    this.say(`Поставлено: ${item.name}, ${number(set)} ${item.unit}`);
  }
}
