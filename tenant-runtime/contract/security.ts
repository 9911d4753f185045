import * as yup from 'yup';
import { filterUser, moment } from './fields.ts';
import { type Messenger, messengerNames } from './messengers.ts';

type Outcome = 'success' | 'failure';
type Said = { label: string; outcome: Outcome };

const good = (label: string): Said => ({ label, outcome: 'success' });
const bad = (label: string): Said => ({ label, outcome: 'failure' });

/**
 * The events of a tenant's security log by stable names; the platform's own log uses the same names for the same
 * events.
 */
export const securityEvents = {
  'login.succeeded': good('Вход'),
  'login.failed': bad('Неудачный вход'),
  'login.limited': bad('Слишком много попыток входа'),
  'login.code_failed': bad('Неверный код'),
  'token.refused': bad('Поддельный токен'),
  'token.reused': bad('Повторное использование токена'),
  'session.ended': good('Выход'),
  'session.all_ended': good('Выход на всех устройствах'),
  'password.changed': good('Пароль изменён'),
  'password.refused': bad('Неверный текущий пароль'),
  'password.reset': good('Пароль сброшен'),
  'role.changed': good('Роль изменена'),
  'user.added': good('Сотрудник добавлен'),
  'user.removed': good('Сотрудник удалён'),
  'user.link_made': good('Ссылка для чата с ботом создана'),
  'user.linked': good('Чат привязан'),
  'user.unlinked': good('Чат отвязан'),
  'newcomer.admitted': good('Допущен к работе'),
  'newcomer.refused': good('В допуске отказано'),
  'bridge.paired': good('Весы подключены'),
  'bridge.unpaired': good('Весы отключены'),
  'feed.added': good('Подключение добавлено'),
  'feed.changed': good('Подключение изменено'),
  'feed.removed': good('Подключение удалено'),
  'support.started': good('Вход поддержки'),
  'support.ended': good('Вход поддержки прекращён'),
  'export.list': good('Сохранено в Excel'),
  'export.venue': good('Выгрузка заведения'),
  'import.loaded': good('Загружено из файла'),
  'import.undone': good('Загрузка отменена'),
  'backup.restored': good('Данные возвращены из резервной копии'),
  'archive.loaded': good('Заведение открыто из архива'),
} satisfies Record<string, Said>;
export type SecurityEvent = keyof typeof securityEvents;
export const isFailure = (event: SecurityEvent): boolean => securityEvents[event].outcome === 'failure';

/** Returns the event's label, or its name if it has none, as for an event of another version. */
export const securityLabel = (event: string): string => (securityEvents as Record<string, Said>)[event]?.label ?? event;

/** The details of failures beyond the limit, of which only the kind is stored. */
export const OTHERS = 'и другие';
/** The details of a code that was a support link. */
export const SUPPORT_LINK = 'Ссылка поддержки';
/** The details of a code that was a link to a chat. */
export const chatLinkIn = (channel: Messenger): string => `Ссылка для ${messengerNames[channel]}`;

/** The details of an act of the tenant's owner on the platform. */
export const BY_OWNER = 'Владелец заведения на платформе';

/** Filters of the log, by the first parts of event names. */
export const securityKinds = {
  signIn: ['login', 'token', 'session'],
  password: ['password'],
  people: ['user', 'role', 'newcomer'],
  scales: ['bridge'],
  feeds: ['feed'],
  support: ['support'],
  files: ['export', 'import', 'backup', 'archive'],
} as const;
export type SecurityKind = keyof typeof securityKinds;
const kinds = Object.keys(securityKinds) as SecurityKind[];

export const securityFilterSchema = yup.object({
  kind: yup
    .string()
    .strict()
    .oneOf(kinds, `Что искать: ${kinds.join(', ')}`),
  outcome: yup
    .string()
    .strict()
    .oneOf(['success', 'failure'] as const, 'Исход: success или failure'),
  /** The user who acted or whom the event concerns. */
  user: filterUser(),
  from: moment(),
  to: moment(),
});
export type SecurityFilter = yup.InferType<typeof securityFilterSchema>;
