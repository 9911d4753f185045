import type { AliasProposal } from '@ostatok/api/contract/proposals.ts';

export const pathOf = ({ id }: Pick<AliasProposal, 'id'>): string => `/api/admin/aliases/proposals/${id}`;
