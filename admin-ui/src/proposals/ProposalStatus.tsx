import { proposalStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { Badge } from '../ui/Badge.tsx';

const tones = { pending: 'warn', approved: 'good', rejected: 'bad' } as const;

export const ProposalStatusBadge = ({ proposal: { status } }: { proposal: AliasProposal }) => (
  <Badge tone={tones[status]}>{proposalStatusLabels[status]}</Badge>
);
