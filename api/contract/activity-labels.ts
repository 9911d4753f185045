/**
 * What people read for the stable words of the activity. The platform records no action that has none here: the type
 * of what it may record is made of them.
 */
export const activityLabels = {
  'user.registered': 'Пользователь зарегистрирован',
  'user.provider_linked': 'Вход через сервис добавлен',
  'user.password_reset': 'Пароль восстановлен',
  'user.password_voided': 'Прежний пароль снят',
  'user.consent_withdrawn': 'Согласие отозвано',
  'user.subscribed': 'Подписан на рассылки',
  'user.unsubscribed': 'Отписан от рассылок',
  'user.blocked': 'Пользователь заблокирован',
  'user.unblocked': 'Пользователь разблокирован',
  'user.deleted': 'Пользователь удалён',
  'tenant.ordered': 'Тенант создаётся',
  'tenant.restarted': 'Тенант перезапущен',
  'tenant.suspended': 'Тенант приостановлен',
  'tenant.active': 'Тенант возобновлён',
  'tenant.bot_state': 'Состояние бота',
  'tenant.bot_replaced': 'Бот заменён',
  'tenant.support': 'Вход поддержки',
  'tenant.support_ended': 'Вход поддержки прекращён',
  'tenant.deleted': 'Тенант удалён',
  'tenant.purged': 'Тенант удалён навсегда',
  'plan.created': 'Тариф создан',
  'plan.updated': 'Тариф изменён',
  'plan.visibility': 'Видимость тарифа изменена',
  'plan.reordered': 'Порядок тарифов изменён',
  'plan.archived': 'Тариф в архиве',
  'plan.restored': 'Тариф восстановлен',
  'subscription.granted': 'Подписка выдана',
  'subscription.extended': 'Подписка продлена',
  'subscription.changed': 'Тариф подписки сменён',
  'payment.disputed': 'Платёж на проверке',
  'payment.lost': 'Платёж без ответа',
  'payment.stray': 'Второй платёж на заказ',
  'payment.refunded': 'Платёж возвращён',
  'refund.refused': 'Возврат отклонён',
  'refund.lost': 'Возврат без ответа',
  'alias.created': 'Алиас добавлен',
  'alias.updated': 'Алиас изменён',
  'alias.deleted': 'Алиас удалён',
  'alias.reverted': 'Алиас возвращён',
  'alias.imported': 'Алиасы загружены',
  'alias.import_undone': 'Загрузка алиасов отменена',
  'proposal.approved': 'Предложение одобрено',
  'proposal.rejected': 'Предложение отклонено',
  'campaign.tested': 'Пробная рассылка',
  'campaign.started': 'Рассылка начата',
  'campaign.paused': 'Рассылка приостановлена',
  'campaign.running': 'Рассылка продолжена',
  'campaign.canceled': 'Рассылка отменена',
  'email.test_sent': 'Пробное письмо',
  'email_template.created': 'Шаблон письма создан',
  'email_template.updated': 'Шаблон письма изменён',
  'email_template.reset': 'Шаблон письма сброшен',
  'email_template.deleted': 'Шаблон письма удалён',
  'cleanup.orphaned_db': 'Очистка баз данных',
  'cleanup.orphaned_containers': 'Очистка процессов',
  'cleanup.test_tenants': 'Очистка тестовых',
  'cleanup.fix_mismatches': 'Исправление состояний',
  'cleanup.deleted_tenants': 'Очистка удалённых',
  'cleanup.orphaned_nginx': 'Очистка файлов сайтов',
  'cleanup.restored': 'Возврат из карантина',
  'cleanup.purged': 'Удаление из карантина',
  'cleanup.held': 'Удаление отложено',
  'operation.started': 'Работа начата',
  'operation.paused': 'Работа приостановлена',
  'operation.resumed': 'Работа продолжена',
  'operation.canceled': 'Работа отменена',
  'backup.verified': 'Копия проверена',
  'backup.restored': 'Восстановление из копии',
  'backup.deleted': 'Копия удалена',
  'image.deleted': 'Образ удалён',
  'security.alarm': 'Тревога безопасности',
  'list.exported': 'Список сохранён в Excel',
};
export type ActivityAction = keyof typeof activityLabels;

/** What may be done to things of one kind: of `plan`, `created` and so on. */
export type ActsOn<Kind extends string> = ActivityAction extends infer Action
  ? Action extends `${Kind}.${infer Act}`
    ? Act
    : never
  : never;

/** The word itself where there is no other, as of an entry of another version. */
export const actionLabel = (action: string): string => (activityLabels as Record<string, string>)[action] ?? action;
