/** The bot's menu, for Telegram's setMyCommands. */
export const botCommands = [
  { command: 'find', description: 'Найти позицию и её остаток' },
  { command: 'count', description: 'Подсчёт: что есть на самом деле' },
  { command: 'last', description: 'Последние изменения' },
  { command: 'undo', description: 'Отменить своё последнее изменение' },
  { command: 'report', description: 'Расхождения с учётом' },
  { command: 'order', description: 'Что заказать, по поставщикам' },
  { command: 'usage', description: 'Что пропало между подсчётами (для администратора)' },
  { command: 'export', description: 'Выгрузить остатки в Excel' },
  { command: 'open', description: 'Открыть панель или сканер без пароля' },
  { command: 'users', description: 'Сотрудники (для администратора)' },
  { command: 'help', description: 'Как писать боту' },
] as const;
