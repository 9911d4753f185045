import { Anchor } from '@mantine/core';
import { formatMoney, formatMoneyDelta, plural } from '@ostatok/kit/web/format.ts';
import type { Usage } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';
import { Link } from 'react-router';
import sums from '../../reports/Sums.module.css';
import { itemsInWords } from '../../ui/words.ts';
import classes from './Usage.module.css';
import { percent } from './usage-rows.ts';

const MOST_DAYS = 5;
const MOST_DISHES = 3;

const dayText = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}`;

function listed(all: readonly string[], most: number): string {
  const rest = all.length - most;
  return `${all.slice(0, most).join(', ')}${rest > 0 ? ` и ещё ${rest}` : ''}`;
}

/** What the figures do not know, each with where to mend it. */
function Doubts({ sold, totals }: Pick<Usage, 'sold' | 'totals'>) {
  const { unmatched, incomplete, missing, behind, paid } = sold;
  return (
    <ul className={classes.doubts}>
      {paid === 0 && (
        <li>
          <Anchor component={Link} to="/sales">
            Продаж за эти дни нет
          </Anchor>
          : расходом считается то, что записано вручную
        </li>
      )}
      {paid > 0 && missing.length > 0 && (
        <li>
          Нет продаж за {listed(missing.map(dayText), MOST_DAYS)}: недостача может быть проданным.{' '}
          <Anchor component={Link} to="/sales">
            Загрузить
          </Anchor>
        </li>
      )}
      {behind.map(({ name, last_day }) => (
        <li key={name}>
          Подключение «{name}» {last_day ? `принесло продажи только по ${dayText(last_day)}` : 'ещё не принесло продаж'}
          .{' '}
          <Anchor component={Link} to="/sales">
            Проверить
          </Anchor>
        </li>
      ))}
      {unmatched.dishes > 0 && (
        <li>
          Не сопоставлено {unmatched.dishes} {plural(unmatched.dishes, ['блюдо', 'блюда', 'блюд'])} на{' '}
          {formatMoney(unmatched.paid)}.{' '}
          <Anchor component={Link} to="/sales">
            Сопоставить
          </Anchor>
        </li>
      )}
      {incomplete.length > 0 && (
        <li>
          Не закончены рецепты:{' '}
          {listed(
            incomplete.map(({ name }) => name),
            MOST_DISHES,
          )}
          .{' '}
          <Anchor component={Link} to="/recipes">
            Дописать
          </Anchor>
        </li>
      )}
      {totals.unpaired > 0 && <li>Посчитаны только в одном из подсчётов: {itemsInWords(totals.unpaired)}</li>}
      {totals.withoutCost > 0 && (
        <li>
          В рубли не вошло без цены: {itemsInWords(totals.withoutCost)}. Цены закупки приносит{' '}
          <Anchor component={Link} to="/deliveries">
            накладная
          </Anchor>{' '}
          или{' '}
          <Anchor component={Link} to="/excel">
            прайс-лист
          </Anchor>
        </li>
      )}
    </ul>
  );
}

function shareText({ used, shortage, withoutCost }: Usage['totals']): string {
  if (used - shortage > 0) return `${percent(shortage / (used - shortage))} того, что ушло`;
  return withoutCost > 0 ? 'цены закупки не указаны' : 'ничего не ушло';
}

function soldText({ used, withoutCost }: Usage['totals'], paid: number): string {
  if (paid === 0) return 'по записям людей';
  if (used === 0 && withoutCost > 0) return `продаж на ${formatMoney(paid)}`;
  return `${percent(used / paid)} от продаж на ${formatMoney(paid)}`;
}

export function UsageSummary({ usage: { totals, sold } }: { usage: Usage }) {
  const { shortage, surplus, used, retail } = totals;
  return (
    <div>
      <dl className={sums.sums}>
        <div>
          <dt>Недостача</dt>
          <dd className={sums.money} data-kind={shortage === 0 ? undefined : 'shortage'}>
            {formatMoneyDelta(shortage)}
          </dd>
          <dd className={sums.units}>{shareText(totals)}</dd>
        </div>
        <div>
          <dt>Не выручено</dt>
          <dd className={sums.money}>{formatMoney(Math.abs(retail))}</dd>
          <dd className={sums.units}>по ценам этого периода</dd>
        </div>
        <div>
          <dt>Излишек</dt>
          <dd className={sums.money}>{formatMoneyDelta(surplus)}</dd>
        </div>
        <div>
          <dt>Продано, по закупке</dt>
          <dd className={sums.money}>{formatMoney(used)}</dd>
          <dd className={sums.units}>{soldText(totals, sold.paid)}</dd>
        </div>
      </dl>
      <Doubts sold={sold} totals={totals} />
    </div>
  );
}
