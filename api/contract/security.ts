import * as yup from 'yup';
import { manyNumbers, moment, searched, searchText } from './list-filters.ts';

type Outcome = 'success' | 'failure';
type Said = { label: string; outcome: Outcome };

const good = (label: string): Said => ({ label, outcome: 'success' });
const bad = (label: string): Said => ({ label, outcome: 'failure' });

/** The events of the security log by their stable codes. */
export const securityEvents = {
  'login.succeeded': good('Вход'),
  'login.new_device': good('Вход с нового устройства'),
  'login.failed': bad('Неудачный вход'),
  'login.limited': bad('Слишком много попыток'),
  'token.refused': bad('Поддельный токен'),
  'token.reused': bad('Повторное использование токена'),
  'session.ended': good('Выход'),
  'session.all_ended': good('Выход на всех устройствах'),
  'password.changed': good('Пароль изменён'),
  'password.refused': bad('Неверный текущий пароль'),
  'password.reset_asked': good('Запрошен сброс пароля'),
  'password.reset': good('Пароль восстановлен'),
  'factor.added': good('Второй фактор добавлен'),
  'factor.removed': good('Второй фактор убран'),
  'factor.failed': bad('Неверный второй фактор'),
  'factor.codes_renewed': good('Новые резервные коды'),
  'factor.recovered': good('Вход по резервному коду'),
  'factor.reset': good('Второй фактор сброшен на сервере'),
  'role.changed': good('Роль изменена'),
  'user.blocked': good('Пользователь заблокирован'),
  'user.unblocked': good('Пользователь разблокирован'),
  'user.deleted': good('Учётная запись удалена'),
  'support.started': good('Вход поддержки'),
  'support.ended': good('Вход поддержки прекращён'),
  'export.list': good('Список сохранён в Excel'),
  'export.personal': good('Выгрузка своих данных'),
  'export.venue': good('Выгрузка заведения'),
  'export.archive': good('Архив заведения скачан'),
  'host.refused': bad('Чужое имя сервера'),
} satisfies Record<string, Said>;
export type SecurityEvent = keyof typeof securityEvents;
export const isFailure = (event: SecurityEvent): boolean => securityEvents[event].outcome === 'failure';

/** Returns the code itself where it has no label, as for an entry of another version. */
export const securityLabel = (event: string): string => (securityEvents as Record<string, Said>)[event]?.label ?? event;

export const securitySorts = ['id', 'at'] as const;

export const securityFilterSchema = yup.object({
  id: manyNumbers(),
  /** The code, or its first part such as `login`. */
  event: searchText(),
  outcome: yup.string().oneOf(['success', 'failure', undefined], 'Исход: success или failure'),
  /** The e-mail or the id of the account it is about. */
  user: searchText(),
  ip: searchText(),
  target: searchText(),
  ...searched,
  from: moment('Начало', 0),
  /** Inclusive; a date without time counts whole. */
  to: moment('Конец', 1),
});
export type SecurityFilter = yup.InferType<typeof securityFilterSchema>;
