import { deviceName } from '@ostatok/kit/node/device-name.ts';
import type { CountStatus } from '../../contract/counts.ts';
import { securityLabel } from '../../contract/security.ts';
import { shortAddress } from '../security/security-view.ts';
import {
  allCountEntries,
  allCountLines,
  allCounts,
  allPresetTares,
  allSecurityEvents,
  allUsers,
  type ListedCount,
  type ListedEntry,
  type ListedLine,
  type ListedSecurityEvent,
  type ListedTare,
  type ListedUser,
  removedItems,
} from './everything.queries.ts';
import {
  itemsReport,
  MONEY,
  methodNames,
  moment,
  number,
  QUANTITY,
  type Report,
  roubles,
  sourceNames,
  text,
} from './report-sheets.ts';

export const removedItemsReport: Report<Awaited<ReturnType<typeof removedItems>>[number]> = {
  sheet: 'Удалённые позиции',
  nextBatch: (db, after) => removedItems(db, after?.id ?? 0),
  columns: [...itemsReport.columns, moment('Удалена', (row) => row.deleted_at)],
};

const countStates: Record<CountStatus, string> = { open: 'идёт', closed: 'закрыт', cancelled: 'отменён' };

export const countsReport: Report<ListedCount> = {
  sheet: 'Подсчёты',
  nextBatch: (db, after) => allCounts(db, after?.id ?? 0),
  columns: [
    { header: 'Номер', width: 9, value: (row) => row.id },
    text('Подсчёт', 36, (row) => row.title),
    text('Состояние', 12, (row) => countStates[row.status]),
    text('Вид', 22, (row) => (row.spot ? 'выборочная проверка' : 'с исправлением')),
    moment('Открыт', (row) => row.opened_at),
    text('Открыл', 24, (row) => row.opened_by),
    moment('Закрыт', (row) => row.closed_at),
    text('Закрыл', 24, (row) => row.closed_by),
  ],
};

export const countLinesReport: Report<ListedLine> = {
  sheet: 'Строки подсчётов',
  nextBatch: (db, after) => allCountLines(db, after),
  columns: [
    { header: 'Номер', width: 9, value: (row) => row.count_id },
    text('Подсчёт', 36, (row) => row.title),
    text('Наименование', 44, (row) => row.name),
    text('Категория', 28, (row) => row.category),
    text('Единица', 9, (row) => row.unit),
    { header: 'Посчитано', width: 11, format: QUANTITY, value: (row) => number(row.counted) },
    { header: 'Остаток', width: 11, format: QUANTITY, value: (row) => number(row.book) },
    { header: 'Учётный остаток', width: 16, format: QUANTITY, value: (row) => number(row.expected) },
    { header: 'Цена за единицу, руб.', width: 21, format: MONEY, value: (row) => roubles(row.cost) },
  ],
};

export const countEntriesReport: Report<ListedEntry> = {
  sheet: 'Записи подсчётов',
  nextBatch: (db, after) => allCountEntries(db, after?.id ?? 0),
  columns: [
    { header: 'Номер', width: 9, value: (row) => row.count_id },
    text('Подсчёт', 36, (row) => row.title),
    moment('Когда', (row) => row.at),
    text('Кто', 24, (row) => row.user_name),
    text('Наименование', 44, (row) => row.name),
    text('Единица', 9, (row) => row.unit),
    { header: 'Количество', width: 12, format: QUANTITY, value: (row) => number(row.quantity) },
    { header: 'Круг', width: 8, value: (row) => row.round },
    text('Откуда', 18, (row) => sourceNames[row.source]),
    text('Способ', 16, (row) => methodNames[row.method]),
    text('Примечание', 36, (row) => row.note),
    moment('Отменена', (row) => row.voided_at),
  ],
};

export const presetTaresReport: Report<ListedTare> = {
  sheet: 'Насадки',
  nextBatch: (db, after) => allPresetTares(db, after?.id ?? 0),
  columns: [text('Насадка', 30, (row) => row.name), { header: 'Вес, г', width: 11, value: (row) => row.grams }],
};

export const usersReport: Report<ListedUser> = {
  sheet: 'Сотрудники',
  nextBatch: (db, after) => allUsers(db, after?.id ?? 0),
  columns: [
    text('Логин', 24, (row) => row.username),
    text('Имя', 30, (row) => row.name),
    text('Роль', 16, (row) => (row.role === 'admin' ? 'администратор' : 'сотрудник')),
    text('Telegram', 16, (row) => (row.telegram_id === null ? null : String(row.telegram_id))),
    text('MAX', 16, (row) => (row.max_id === null ? null : String(row.max_id))),
    moment('Добавлен', (row) => row.created_at),
    moment('Удалён', (row) => row.removed_at),
  ],
};

export const securityReport: Report<ListedSecurityEvent> = {
  sheet: 'Журнал безопасности',
  nextBatch: (db, after) => allSecurityEvents(db, after?.id ?? 0),
  columns: [
    moment('Когда', (row) => row.at),
    text('Что', 34, (row) => securityLabel(row.event)),
    { header: 'Раз', width: 8, value: (row) => row.count },
    text('Чей', 24, (row) => row.user_name),
    text('Кто', 24, (row) => row.actor_name),
    text('Адрес', 20, (row) => shortAddress(row.ip)),
    text('Устройство', 24, (row) => row.device && deviceName(row.device)),
    text('Подробности', 44, (row) => row.details),
  ],
};
