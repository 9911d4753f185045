import { sentence, UserError } from './user-error.ts';

/** The command as it was typed: its words and its first argument. */
interface Typed {
  command: string;
  first: string;
}
type Step = string | ((typed: Typed) => string);

const activate: Step = ({ first }) => `Возобновить: ostatok tenants activate ${first}`;
const running = 'Посмотреть: ostatok operations list --status running';

/** The next steps by error code, for messages of the platform that name none. */
const steps: Record<string, Step> = {
  no_route: 'Платформа и команда — разных выпусков: обновите то, что старше',
  forbidden: 'Это делает администратор. Войти им: ostatok login',
  wrong_credentials: 'Забыли пароль — восстановите его на странице входа',
  too_many: 'Повторите через минуту',
  too_large: 'Уменьшите файл или разделите его',
  // tenants
  tenant_not_found: 'Все заведения: ostatok tenants list',
  tenant_not_active: activate,
  tenant_suspended: activate,
  suspended_by_billing: ({ first }) => `Чьё оно: ostatok tenants show ${first}. Продлить: ostatok subscriptions extend`,
  tenant_creating: ({ first }) => `Посмотреть: ostatok tenants show ${first}`,
  tenant_down: ({ first }) => `Почему: ostatok tenants logs ${first}`,
  tenant_not_ready: ({ first }) => `Что с ним: ostatok tenants logs ${first}`,
  subdomain_taken: 'Выберите другой поддомен',
  bot_taken: 'Создайте нового бота у @BotFather',
  subscription_inactive: 'Продлить: ostatok subscriptions extend',
  // users and billing
  user_not_found: 'Все пользователи: ostatok users list',
  admin_protected: 'Администраторы: ostatok users list --role admin',
  plan_not_found: 'Все тарифы: ostatok plans list',
  plan_archived: ({ first }) => `Вернуть тариф: ostatok plans restore ${first}`,
  plan_not_active: ({ first }) => `Вернуть тариф: ostatok plans restore ${first}`,
  already_archived: ({ first }) => `Вернуть тариф: ostatok plans restore ${first}`,
  not_archived: ({ first }) => `Посмотреть: ostatok plans show ${first}`,
  plan_name_taken: ({ first }) => `Изменить его: ostatok plans edit ${first}`,
  free_plan: 'Другие тарифы: ostatok plans list',
  same_plan: ({ first }) => `Продлить: ostatok subscriptions extend ${first} ДНЕЙ`,
  no_subscription: ({ first }) => `Дать тариф: ostatok subscriptions plan ${first} ТАРИФ`,
  without_end: ({ first }) => `Посмотреть: ostatok subscriptions show ${first}`,
  granted: ({ first }) => `Посмотреть: ostatok subscriptions show ${first}`,
  payment_not_found: 'Все платежи: ostatok subscriptions payments',
  // the catalogue
  alias_not_found: 'Найти: ostatok aliases search',
  alias_changed: ({ first }) => `Посмотреть: ostatok aliases show ${first}`,
  ean_taken: ({ first }) => `Посмотреть: ostatok aliases search ${first}`,
  revision_not_found: 'Все правки: ostatok aliases history',
  proposal_not_found: 'Все предложения: ostatok aliases proposals list --status all',
  not_decided: 'Все предложения: ostatok aliases proposals list',
  already_decided: ({ first }) => `Посмотреть: ostatok aliases proposals show ${first}`,
  entry_not_found: 'Журнал: ostatok activity',
  newer_act: 'Журнал: ostatok activity',
  not_undoable: 'Журнал: ostatok activity',
  nothing_to_undo: 'Журнал: ostatok activity',
  plan_changed: 'Журнал: ostatok activity',
  import_not_found: 'Все загрузки: ostatok aliases imports',
  import_not_committed: 'Все загрузки: ostatok aliases imports',
  already_undone: 'Что сейчас в каталоге: ostatok aliases history',
  already_committed: 'Что сейчас в каталоге: ostatok aliases history',
  // letters
  campaign_not_found: 'Все рассылки: ostatok campaigns list',
  campaign_over: ({ first }) => `Посмотреть: ostatok campaigns show ${first}`,
  template_not_found: 'Все шаблоны: ostatok campaigns templates list',
  template_in_use: 'Посмотреть: ostatok campaigns list --status running',
  system_template: ({ first }) => `Вернуть текст: ostatok campaigns templates reset ${first}`,
  not_system: ({ first }) => `Посмотреть: ostatok campaigns templates show ${first}`,
  key_reused: 'Задайте другой --key',
  // operations, backups, cleanup, images
  operation_not_found: 'Все работы: ostatok operations list',
  operation_finished: 'Все работы: ostatok operations list',
  operation_canceled: 'Все работы: ostatok operations list',
  already_running: ({ command }) =>
    command.startsWith('campaigns') ? 'Посмотреть: ostatok campaigns list --status running' : running,
  backup_not_found: 'Все копии: ostatok backups list',
  backup_running: running,
  backup_unsigned: 'Тогда повторите с параметром --unsigned',
  backup_altered: 'Другие копии: ostatok backups list',
  backup_unreadable: 'Другие копии: ostatok backups list',
  backup_newer: 'Другие копии: ostatok backups list',
  quarantine_not_found: 'Всё, что в карантине: ostatok cleanup quarantine',
  already_restored: 'Всё, что в карантине: ostatok cleanup quarantine',
  plan_expired: ({ command, first }) => `Повторите: ostatok ${command} ${first}`,
  already_purged: 'Всё, что в карантине: ostatok cleanup quarantine',
  owner_gone: 'Всё, что в карантине: ostatok cleanup quarantine',
  image_not_found: 'Все образы: ostatok images list',
  image_in_use: 'Все образы: ostatok images list',
  images_fixed: 'Все образы: ostatok images list',
};

/** Matches messages that already name a next step: a command, a setting or a parameter. */
const saysItself = /ostatok |OSTATOK_|--[a-z]|npm start|NODE_EXTRA|docs\/|[Пп]овторите|Выберите|Подождите|Дождитесь/;

/** An undo names an activity entry, which other commands do not accept. */
const ofEntry = (code: string): Step | undefined => {
  const step = steps[code];
  return typeof step === 'function' || code === 'already_undone' ? 'Журнал: ostatok activity' : step;
};

function stepOf({ message, code, status }: UserError, typed: Typed): string | undefined {
  const step = typed.command === 'activity undo' ? ofEntry(code) : steps[code];
  if (step) return typeof step === 'string' ? step : step(typed);
  if (code === 'wrong_command') return `Как вызвать: ostatok ${typed.command} --help`;
  if (saysItself.test(message)) return undefined;
  if (status === 404 && typed.command.startsWith('campaigns templates')) return String(steps.template_not_found);
  if (status === 400 || status === 409 || status === 413 || status === 422)
    return `Как вызвать: ostatok ${typed.command} --help`;
  return status >= 500 ? 'Повторите через минуту. Состояние: ostatok status' : undefined;
}

/** Adds the next step to the error when its message does not name one. */
export function withNextStep(refusal: UserError, typed: Typed): UserError {
  const step = stepOf(refusal, typed);
  const command = step?.slice(Math.max(0, step.indexOf('ostatok ')));
  if (!step || (command && refusal.message.includes(command))) return refusal;
  return new UserError(`${sentence(refusal.message)} ${step}`, refusal.code, refusal.status);
}
