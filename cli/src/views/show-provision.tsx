import type { Progress } from '../operations/create-tenant.ts';
import { drawn } from './drawn.tsx';
import { ProvisionView } from './ProvisionView.tsx';

export function showProvision(title: string): { update: (progress: Progress) => void; end: () => void } {
  const { update, end } = drawn(<ProvisionView title={title} steps={[]} lost={false} />);
  return { update: (progress) => update(<ProvisionView title={title} {...progress} />), end };
}
