import { Badge } from '@mantine/core';
import type { Count } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';

/** Shows the kind of a count and its status. */
export function Badges({ count }: { count: Count }) {
  return (
    <>
      {count.status === 'open' && <Badge color="amber">идёт</Badge>}
      {count.status === 'closed' && <Badge color="gray">закрыт</Badge>}
      {count.status === 'cancelled' && <Badge color="gray">отменён</Badge>}
      {count.spot && <Badge>выборочная проверка</Badge>}
      {count.blind && <Badge>слепой</Badge>}
    </>
  );
}

export const scopeText = ({ scope, categories, coverage }: Count): string => {
  if (scope === 'all') return 'Все позиции';
  if (scope === 'categories') return categories.map((name) => name || 'Без категории').join(', ');
  return `Выбранные позиции: ${coverage.lines.toLocaleString('ru-RU')}`;
};
