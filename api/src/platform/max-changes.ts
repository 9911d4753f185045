/** What may happen to a tenant's bot in MAX, as the activity and letters say it. */
export const maxChanges = {
  own: 'Подключён свой бот MAX',
  shared: 'Подключён общий бот MAX',
  token: 'Заменён токен бота MAX',
  none: 'Отключён бот MAX',
} as const;
export type MaxChange = keyof typeof maxChanges;
