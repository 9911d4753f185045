import type { ReactNode } from 'react';

export const Chip = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className="chip" onClick={onClick}>
    {children}
  </button>
);
