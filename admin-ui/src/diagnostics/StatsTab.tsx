import type { PlatformStats } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { ReactNode } from 'react';
import { Facts } from '../ui/Facts.tsx';
import { number } from './texts.ts';

type Fact = readonly [string, ReactNode];

const Section = ({ title, facts }: { title: string; facts: Fact[] }) => (
  <section className="panel" aria-label={title}>
    <h2>{title}</h2>
    <Facts facts={facts} />
  </section>
);

/** The platform's statistics. */
export function StatsTab({ stats: { platform, catalog, docker, database } }: { stats: PlatformStats }) {
  const { users, tenants, subscriptions } = platform;
  const { postgresql, pool } = database;
  return (
    <div className="figure-cards">
      <Section
        title="Платформа"
        facts={[
          ['Пользователей', number(users.total)],
          ['Активных пользователей', number(users.active)],
          ['Тенантов', number(tenants.total)],
          ['Активных тенантов', number(tenants.active)],
          ['Активных подписок', number(subscriptions.active)],
          ['Доход в месяц', formatMoney(subscriptions.mrr)],
        ]}
      />
      <Section
        title="Каталог"
        facts={[
          ['Товаров', number(catalog.totalProducts)],
          ['Проверенных', number(catalog.verifiedProducts)],
          ['Категорий', number(catalog.categoriesCount)],
          ['Брендов', number(catalog.brandsCount)],
        ]}
      />
      <Section
        title="Docker"
        facts={[
          ['Контейнеров', number(docker.containers.total)],
          ['Работает контейнеров', number(docker.containers.running)],
          ['Образов', number(docker.images.total)],
          ['Сетей', number(docker.networks.total)],
          ['Томов', number(docker.volumes.total)],
        ]}
      />
      <Section
        title="База данных"
        facts={[
          ['PostgreSQL', postgresql.connected ? 'Подключена' : 'Не подключена'],
          ['Размер', postgresql.sizeFormatted],
          ['Соединений', `${number(pool.total)} из ${number(pool.max)}`],
        ]}
      />
    </div>
  );
}
