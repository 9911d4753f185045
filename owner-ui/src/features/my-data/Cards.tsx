import { Badge, Text } from '@mantine/core';
import { periodNames, statusOf } from '../../lib/billing-labels.ts';
import type { MyData } from '../../lib/my-data.ts';
import { FactList } from '../../ui/FactList.tsx';
import { Section } from '../../ui/Section.tsx';
import { StatusText } from './StatusText.tsx';

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const formatDate = (at: string | null | undefined): string =>
  at ? new Date(at).toLocaleDateString('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' }) : '';

export function ProfileCard({ profile }: { profile: MyData['profile'] }) {
  return (
    <Section title="Профиль">
      <FactList
        facts={[
          ['Имя', [profile.first_name, profile.last_name].filter(Boolean).join(' ')],
          ['Email', profile.email],
          ['Имя пользователя', profile.username],
          ['Компания', profile.company_name],
          ['Телефон', profile.phone],
          ['Роль', capitalised(profile.role)],
          ['Статус', <StatusText key="status" status={profile.status} />],
          ['Номер аккаунта', profile.id],
          ['Создан', formatDate(profile.created_at)],
          ['Изменён', formatDate(profile.updated_at)],
        ]}
      />
    </Section>
  );
}

export function SubscriptionCard({ subscription }: { subscription: MyData['subscription'] }) {
  if (!subscription)
    return (
      <Section title="Подписка">
        <Text c="dimmed">Подписки нет.</Text>
      </Section>
    );
  const { plan, status, billing_period, current_period_end } = subscription;
  const known = status && statusOf(status);
  return (
    <Section title="Подписка">
      <FactList
        facts={[
          ['Тариф', `${plan.displayName} (${plan.name})`],
          [
            'Статус',
            known && (
              <Badge color={known.color} size="lg">
                {known.label}
              </Badge>
            ),
          ],
          ['Период оплаты', billing_period && periodNames[billing_period]],
          ['Действует до', status && (formatDate(current_period_end) || 'без срока')],
        ]}
      />
    </Section>
  );
}
