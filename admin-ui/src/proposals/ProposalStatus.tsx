import type { AliasProposal } from '@ostatok/api/contract/proposals.ts';
import { Badge } from '../ui/Badge.tsx';
import { statusTexts } from './texts.ts';

const tones = { pending: 'warn', approved: 'good', rejected: 'bad' } as const;

export const ProposalStatusBadge = ({ proposal: { status } }: { proposal: AliasProposal }) => (
  <Badge tone={tones[status]}>{statusTexts[status]}</Badge>
);
