import type { Progress } from '../operations/follow-work.ts';
import { drawn } from './drawn.tsx';
import { WorkView } from './WorkView.tsx';

export function showWork(title: string): { update: (progress: Progress) => void; end: () => void } {
  const { update, end } = drawn(<WorkView title={title} />);
  return { update: (progress) => update(<WorkView title={title} progress={progress} />), end };
}
