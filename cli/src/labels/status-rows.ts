import type { PlatformStatus } from '../operations/read-status.ts';
import { grouped } from '../output/format.ts';

const statuses: Record<string, string> = { active: 'активны', creating: 'создаются', suspended: 'приостановлены' };

function stateOf({ alive, ready, problem }: PlatformStatus): string {
  if (ready) return 'работает';
  if (problem) return problem;
  return alive ? 'отвечает, но база или задания не готовы' : 'не отвечает. Запустите: npm start';
}

const personOf = ({ user }: PlatformStatus): string =>
  user ? `${user.email}${user.role === 'admin' ? ', администратор' : ''}` : 'не вошли. Войдите: ostatok login';

/** The status of the platform, line by line. */
export function statusRows(status: PlatformStatus): [string, string][] {
  const counts = Object.entries(status.tenants ?? {}).map(
    ([name, count]) => `${statuses[name] ?? name} ${grouped(count)}`,
  );
  const none = 'пока нет. Создать: ostatok tenants create';
  return [
    ['Платформа', status.url],
    ['Состояние', stateOf(status)],
    ...(status.ready || status.user ? [['Вы', personOf(status)] as [string, string]] : []),
    ...(status.tenants ? [['Заведения', counts.join(', ') || none] as [string, string]] : []),
  ];
}
