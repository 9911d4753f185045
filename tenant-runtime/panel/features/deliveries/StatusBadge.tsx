import { Badge } from '@mantine/core';
import type { DeliveryStatus } from '@ostatok/tenant-runtime/contract/deliveries.ts';
import { statusLabels } from './delivery-lines.ts';

const colours: Record<DeliveryStatus, string> = { draft: 'amber', posted: 'teal', reversed: 'gray' };

export const StatusBadge = ({ status }: { status: DeliveryStatus }) => (
  <Badge color={colours[status]}>{statusLabels[status]}</Badge>
);
