import type { ProposalStatus } from '@ostatok/api/contract/proposals.ts';
import { plural } from '@ostatok/kit/web/format.ts';

export const statusTexts: Record<ProposalStatus, string> = {
  pending: 'Ожидает',
  approved: 'Одобрено',
  rejected: 'Отклонено',
};

/** «3 заведения». */
export const venuesText = (count: number): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, ['заведение', 'заведения', 'заведений'])}`;
