import { actionLabel } from '@ostatok/api/contract/activity-labels.ts';
import { aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { CampaignRecipient } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type { Alias, AliasFacts } from '@ostatok/api/contract/catalogue.endpoints.ts';
import {
  proposalStatusLabels,
  recipientStatusLabels,
  roleLabels,
  subscriptionStatusLabels,
  tenantStateText,
  userStatusLabels,
} from '@ostatok/api/contract/labels.ts';
import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { type Column, moment, money, number, text, yes } from './sheet.ts';

const subscriptionOf = (status: AdminUser['subscription_status']): string | null =>
  status && subscriptionStatusLabels[status];

export const userColumns: Column<AdminUser>[] = [
  number('Номер', ({ id }) => id),
  text('Email', 32, ({ email }) => email),
  text('Имя', 24, ({ name }) => name),
  text('Роль', 10, ({ role }) => roleLabels[role]),
  text('Статус', 14, ({ status }) => userStatusLabels[status]),
  text('Тариф', 18, ({ subscription_plan }) => subscription_plan),
  text('Подписка', 14, ({ subscription_status }) => subscriptionOf(subscription_status)),
  moment('Подписка до', ({ subscription_end }) => subscription_end),
  moment('Создан', ({ created_at }) => created_at),
];

export const tenantColumns: Column<AdminTenant>[] = [
  text('Номер', 16, ({ id }) => id),
  text('Поддомен', 20, ({ subdomain }) => subdomain),
  text('Название', 28, ({ display_name }) => display_name),
  text('Владелец', 32, ({ user_email }) => user_email),
  text('Статус', 16, tenantStateText),
  text('Адрес', 36, ({ web_url }) => web_url),
  text('Версия', 14, ({ version }) => version),
  number('Процессор, %', ({ cpu_percent }) => cpu_percent),
  number('Память, байт', ({ memory_bytes }) => memory_bytes),
  number('База, байт', ({ database_bytes }) => database_bytes),
  number('Файлы, байт', ({ disk_bytes }) => disk_bytes),
  moment('Создан', ({ created_at }) => created_at),
];

export const subscriptionColumns: Column<SubscriptionUser>[] = [
  number('Номер', ({ id }) => id),
  text('Email', 32, ({ email }) => email),
  text('Имя', 24, ({ name }) => name),
  text('Компания', 24, ({ company_name }) => company_name),
  text('Тариф', 18, ({ plan_display_name }) => plan_display_name),
  money('Цена в месяц, ₽', ({ price_monthly }) => price_monthly),
  text('Статус', 14, ({ subscription_status }) => subscriptionOf(subscription_status)),
  moment('Начало', ({ current_period_start }) => current_period_start),
  moment('Окончание', ({ current_period_end }) => current_period_end),
  number('Осталось дней', ({ days_remaining }) => days_remaining),
  yes('Автопродление', ({ auto_renew }) => auto_renew),
  number('Заведений', ({ tenant_count }) => tenant_count),
];

export const planColumns: Column<AdminPlan>[] = [
  number('Порядок', ({ sort_order }) => sort_order),
  text('Код', 16, ({ name }) => name),
  text('Название', 24, ({ display_name }) => display_name),
  text('Описание', 40, ({ description }) => description),
  money('Цена в месяц, ₽', ({ price_monthly }) => price_monthly),
  money('Цена в год, ₽', ({ price_yearly }) => price_yearly),
  number('Скидка, %', ({ discount_percent }) => discount_percent),
  number('Заведений', ({ max_instances }) => max_instances),
  number('Пользователей', ({ max_users_per_instance }) => max_users_per_instance),
  number('Хранилище, МБ', ({ max_storage_mb }) => max_storage_mb),
  number('Активных подписок', ({ active_subscriptions }) => active_subscriptions),
  yes('Опубликован', ({ is_public }) => is_public),
  yes('В архиве', ({ is_archived }) => is_archived),
  text('Возможности', 60, ({ features }) => features.map(({ text: feature }) => feature).join('\n')),
];

const labels = aliasFieldLabels;

/** The columns of a bottle's data, with the headers that the import knows. */
const bottleColumns = <Row extends AliasFacts>(): Column<Row>[] => [
  text(labels.ean, 16, ({ ean }) => ean),
  text(labels.description, 40, ({ description }) => description),
  text(labels.brand, 20, ({ brand }) => brand),
  text(labels.category, 18, ({ category }) => category),
  text(labels.subcategory, 18, ({ subcategory }) => subcategory),
  number(labels.volume_ml, ({ volume_ml }) => volume_ml),
  number(labels.weight_empty_g, ({ weight_empty_g }) => weight_empty_g),
  number(labels.weight_full_g, ({ weight_full_g }) => weight_full_g),
  number(labels.density_g_per_ml, ({ density_g_per_ml }) => density_g_per_ml),
  number(labels.alcohol_percent, ({ alcohol_percent }) => alcohol_percent),
  text(labels.manufacturer, 24, ({ manufacturer }) => manufacturer),
  text(labels.country_origin, 16, ({ country_origin }) => country_origin),
];

export const aliasColumns: Column<Alias>[] = [
  ...bottleColumns<Alias>(),
  text(labels.product_ean, 16, ({ product_ean }) => product_ean),
  number(labels.pack, ({ product_ean, pack }) => (product_ean === null ? null : pack)),
];

export const proposalColumns: Column<AliasProposal>[] = [
  number('Номер', ({ id }) => id),
  text('Заведение', 28, ({ tenant_name, tenant_id }) => tenant_name ?? tenant_id),
  text('Состояние', 14, ({ status }) => proposalStatusLabels[status]),
  ...bottleColumns<AliasProposal>(),
  number('Взвешено, раз', ({ weighings }) => weighings),
  text('Причина отказа', 30, ({ reason }) => reason),
  text('Кто решил', 28, ({ decided_by }) => decided_by),
  moment('Решено', ({ decided_at }) => decided_at),
  moment('Создано', ({ created_at }) => created_at),
];

export const activityColumns: Column<ActivityRecord>[] = [
  moment('Когда', ({ at }) => at),
  text('Кто', 28, ({ actor_email }) => actor_email ?? 'Платформа'),
  text('Что', 60, ({ description }) => description),
  text('Действие', 28, ({ action }) => actionLabel(action)),
  text('Над чем', 20, ({ target }) => target),
  text('Откуда', 18, ({ ip }) => ip),
];

export const recipientColumns: Column<CampaignRecipient>[] = [
  text('Email', 36, ({ email }) => email),
  text('Состояние', 16, ({ status }) => recipientStatusLabels[status]),
  text('Причина', 40, ({ error }) => error),
  moment('Когда', ({ at }) => at),
];
