import type { ReactNode } from 'react';

type Tone = 'plain' | 'good' | 'warn' | 'bad';

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={tone === 'plain' ? 'badge' : `badge badge-${tone}`}>{children}</span>
);
