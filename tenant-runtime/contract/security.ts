import * as yup from 'yup';
import { moment, numberInQuery } from './changes.ts';

/*
 * GET /api/security?kind&outcome&user&from&to&page&limit   admin → list of SecurityRecord, the newest first
 */

type Outcome = 'success' | 'failure';
type Said = { label: string; outcome: Outcome };

const good = (label: string): Said => ({ label, outcome: 'success' });
const bad = (label: string): Said => ({ label, outcome: 'failure' });

/** What a venue's security log tells of, by stable words; the platform's own uses the same where it tells of the same. */
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
  'user.link_made': good('Ссылка для Telegram создана'),
  'user.linked': good('Чат привязан'),
  'user.unlinked': good('Чат отвязан'),
  'newcomer.admitted': good('Допущен к работе'),
  'newcomer.refused': good('В допуске отказано'),
  'bridge.paired': good('Весы подключены'),
  'bridge.unpaired': good('Весы отключены'),
  'support.started': good('Вход поддержки'),
  'support.ended': good('Вход поддержки прекращён'),
  'export.list': good('Сохранено в Excel'),
  'export.venue': good('Выгрузка заведения'),
  'import.loaded': good('Загружено из файла'),
  'import.undone': good('Загрузка отменена'),
  'backup.restored': good('Данные возвращены из резервной копии'),
} satisfies Record<string, Said>;
export type SecurityEvent = keyof typeof securityEvents;
export const isFailure = (event: SecurityEvent): boolean => securityEvents[event].outcome === 'failure';

/** The word itself where there is no other, as of an entry of another version. */
export const securityLabel = (event: string): string => (securityEvents as Record<string, Said>)[event]?.label ?? event;

/** The details of failures beyond the measure, of which their kind alone is kept. */
export const OTHERS = 'и другие';
/** The details of a code that was a link of the support. */
export const SUPPORT_LINK = 'Ссылка поддержки';
/** The details of a code that was a link into the chat. */
export const TELEGRAM_LINK = 'Ссылка для Telegram';

/** The details of what the venue's owner did on the platform. */
export const BY_OWNER = 'Владелец заведения на платформе';

/** What the log is looked through by: the first parts of its words. */
export const securityKinds = {
  signIn: ['login', 'token', 'session'],
  password: ['password'],
  people: ['user', 'role', 'newcomer'],
  scales: ['bridge'],
  support: ['support'],
  files: ['export', 'import', 'backup'],
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
  /** Who did it or whose it was. */
  user: numberInQuery('Номер пользователя — целое число'),
  from: moment(),
  to: moment(),
});
export type SecurityFilter = yup.InferType<typeof securityFilterSchema>;

interface Person {
  id: number;
  name: string;
}

export interface SecurityRecord {
  id: number;
  at: string;
  event: string;
  outcome: Outcome;
  /** How often within the minute that begins at `at`: failures are gathered. */
  count: number;
  /** Whose sign-in or account it is about. */
  user: Person | null;
  /** Who did it, where it was somebody else; null beside a null address: the platform. */
  actor: Person | null;
  /** Marks a login that belongs to nobody, without telling it. */
  subject: string | null;
  /** The beginning of the address alone: it tells one network from another, and leads to nobody. */
  ip: string | null;
  /** As a person calls it: «Chrome, Windows». */
  device: string | null;
  /** Russian, for a person. */
  details: string | null;
}
