/**
 * A running plan that costs something: it counts to the end of the paid period, and for three days after a failed
 * charge.
 */
const PAID = `coalesce(p.name <> 'free' and (s.status = 'past_due'
  or s.status in ('active', 'canceled') and (s.current_period_end is null or s.current_period_end > :now)), false)`;

/** The SQL condition of each audience, over `s`, the subscription, and `p`, its plan. */
const targets: Record<string, string> = {
  all: 'true',
  active_subscribers: `s.status = 'active' and ${PAID}`,
  paid_users: PAID,
  free_users: `not ${PAID}`,
};

/** Why the user `u` with preferences `m` gets no campaigns; null when the user gets them. */
export const LEFT_OUT = `case
  when u.id is null or u.deleted_at is not null then 'Аккаунт удалён'
  when u.status <> 'active' then 'Пользователь заблокирован'
  when not u.email_verified then 'Адрес не подтверждён'
  when u.consent_withdrawn_at is not null then 'Согласие отозвано'
  when m.unsubscribed_at is not null then 'Получатель отписался'
  when m.bounced_email = u.email then 'Адрес не принимает письма: ' || coalesce(m.bounce_error, '')
end`;

/** The audience's SQL: `target` chooses one of the conditions above and is never put into the text. */
export const audience = (target: string): string => `
  from users u
    left join subscriptions s on s.user_id = u.id
    left join plans p on p.id = s.plan_id
    left join mail_preferences m on m.user_id = u.id
  where u.role = 'customer' and (${LEFT_OUT}) is null and ${targets[target] ?? 'false'}
    and (:planId::integer is null or s.plan_id = :planId)
    and (:registeredFrom::timestamptz is null or u.created_at >= :registeredFrom)
    and (:registeredTo::timestamptz is null or u.created_at < :registeredTo)`;
