import { quoted } from '@ostatok/kit/web/format.ts';
import { messengerNames, messengers } from '@ostatok/tenant-runtime/contract/messengers.ts';
import type { SecurityRecord } from '@ostatok/tenant-runtime/contract/security.endpoints.ts';
import {
  BY_OWNER,
  chatLinkIn,
  OTHERS,
  type SecurityEvent,
  SUPPORT_LINK,
  securityLabel,
} from '@ostatok/tenant-runtime/contract/security.ts';

const nameOf = ({ user }: SecurityRecord): string => user?.name ?? '';
/** Drops the prefix «Поддержка: » of a support user's name, because the sentence already says it. */
const visitorOf = (one: SecurityRecord): string => nameOf(one).replace(/^Поддержка: /, '');
const whose = ({ user }: SecurityRecord): string => (user ? `: ${user.name}` : ' под несуществующим логином');
const withDetails = (text: string, { details }: SecurityRecord): string => (details ? `${text}, ${details}` : text);

/** The name and the messenger, where it is not the first one. */
const inMax = (one: SecurityRecord): string =>
  one.details === messengerNames.max ? withDetails(nameOf(one), one) : nameOf(one);
const chatLinks = messengers.map(chatLinkIn);

type Sentence = (record: SecurityRecord) => string;

const sentences: Record<SecurityEvent, Sentence> = {
  'login.succeeded': (one) =>
    `Вход: ${withDetails(nameOf(one), { ...one, details: one.details?.toLowerCase() ?? null })}`,
  'login.failed': (one) => (one.user ? `Неверный пароль: ${nameOf(one)}` : `Неудачный вход${whose(one)}`),
  'login.limited': (one) => `Слишком много попыток входа${one.user || one.subject ? whose(one) : ''}`,
  'login.code_failed': ({ details }) =>
    details === SUPPORT_LINK || chatLinks.includes(details ?? '')
      ? `${details} не подошла`
      : 'Код для входа не подошёл',
  'token.refused': () => 'Отклонён поддельный вход',
  'token.reused': (one) => `Вход использован дважды и закончен: ${nameOf(one)}. Если это не вы, смените пароль`,
  'session.ended': (one) => `Выход: ${nameOf(one)}`,
  'session.all_ended': (one) => `Выход на всех устройствах: ${nameOf(one)}`,
  'password.changed': (one) => `Пароль изменён: ${nameOf(one)}`,
  'password.refused': (one) => `Неверный текущий пароль при смене: ${nameOf(one)}`,
  'password.reset': (one) => `Пароль сброшен: ${nameOf(one)}`,
  'role.changed': (one) => `Роль изменена: ${withDetails(nameOf(one), one)}`,
  'user.added': (one) => `Новый в команде: ${nameOf(one)}`,
  'user.removed': (one) => `Доступ закрыт: ${nameOf(one)}`,
  'user.link_made': (one) => `Ссылка для чата с ботом создана: ${nameOf(one)}`,
  'user.linked': (one) => `Чат с ботом привязан: ${inMax(one)}`,
  'user.unlinked': (one) => `Чат с ботом отвязан: ${inMax(one)}`,
  'newcomer.admitted': (one) => `Просьба о доступе принята: ${nameOf(one)}`,
  'newcomer.refused': (one) => `Просьба о доступе отклонена: ${one.details ?? ''}`,
  'bridge.paired': (one) => `Весы подключены: ${one.details ?? ''}`,
  'bridge.unpaired': (one) => `Весы отключены: ${one.details ?? ''}`,
  'feed.added': (one) => `Подключение добавлено: ${one.details ?? ''}`,
  'feed.changed': (one) => `Подключение изменено: ${one.details ?? ''}`,
  'feed.removed': (one) => `Подключение удалено: ${one.details ?? ''}`,
  'support.started': (one) => `Вход поддержки: ${visitorOf(one)}. Причина: ${one.details ?? ''}`,
  'support.ended': (one) => `Вход поддержки закончен: ${visitorOf(one)}`,
  'export.list': (one) => `Сохранено в Excel: ${quoted(one.details ?? '')}`,
  'export.venue': () => 'Выгрузка всего заведения',
  'import.loaded': (one) => `Загружено из файла: ${one.details ?? ''}`,
  'import.undone': (one) => `Загрузка отменена: ${one.details ?? ''}`,
  'backup.restored': () => 'Данные возвращены из резервной копии. Всем пришлось войти заново',
  'archive.loaded': (one) => `Заведение открыто из архива: ${one.details ?? ''}`,
};

/** Events whose `user` is the actor, not the one affected. */
const OWN = /^(newcomer\.refused|bridge\.|feed\.|export\.list|import\.)/;
const OF_OWNER = /^(password\.reset|user\.added|user\.link_made|role\.changed|export\.venue)$/;

export function sentenceOf(record: SecurityRecord): string {
  const label = securityLabel(record.event);
  if (record.details === OTHERS) return `${label}: ещё, с разных адресов`;
  return (sentences as Record<string, Sentence>)[record.event]?.(record) ?? label;
}

/** The actor, if the sentence does not name them; null when it does or the actor is unknown. */
export function doerOf({ event, user, actor, details, ip }: SecurityRecord): string | null {
  if (actor) return actor.name;
  if (OWN.test(event)) return user?.name ?? null;
  if (event === 'support.ended') return details?.toLowerCase() ?? null;
  if (event === 'backup.restored' || event === 'archive.loaded') return 'платформа';
  return details === BY_OWNER || (OF_OWNER.test(event) && ip === null) ? 'владелец заведения' : null;
}
