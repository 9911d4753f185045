import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Method } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { CountDetails, CountTotals } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { Keyboard, type LucideIcon, ScanBarcode, Weight } from 'lucide-react';

export const methodLabels: Record<Method, string> = {
  typed: 'введено',
  scanned: 'отсканировано',
  weighed: 'взвешено',
};
export const methodIcons: Record<Method, LucideIcon> = { typed: Keyboard, scanned: ScanBarcode, weighed: Weight };

export const eventLabels: Record<CountDetails['events'][number]['kind'], string> = {
  opened: 'Начат',
  recount: 'Назначен пересчёт',
  closed: 'Закрыт',
  reopened: 'Открыт снова',
  cancelled: 'Отменён',
};

/** Formats «−2,3 л, −4 шт»: quantities of different units are never added up. */
export const unitsText = (units: CountTotals['units'], kind: 'shortage' | 'surplus'): string =>
  units
    .filter((sum) => sum[kind] !== 0)
    .map((sum) => `${kind === 'surplus' ? '+' : ''}${formatQuantity(sum[kind], sum.unit)}`)
    .join(', ');
