import type { Attention, AttentionLine } from '../../../api/contract/attention.endpoints.ts';

export const attentionLine = (id: string, more: Partial<AttentionLine> = {}): AttentionLine => ({
  id,
  level: 'warning',
  text: id,
  count: 1,
  details: [],
  since: null,
  action: { label: 'Показать', path: '/admin/tenants?status=down', command: 'ostatok tenants list --status down' },
  ...more,
});

export const attentionOf = (...attention: AttentionLine[]): Attention & { success: true } => ({
  success: true,
  attention,
  at: new Date().toISOString(),
});
