import './sub-tabs.css';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';

interface SubTab {
  to: string;
  label: string;
  /** Whether it is the active one, even when the address has further segments. */
  isActive: boolean;
}

/** The sub-tabs of one tab. */
export function SubTabs({ label, tabs }: { label: string; tabs: SubTab[] }) {
  const strip = useRef<HTMLElement>(null);
  const active = tabs.find(({ isActive }) => isActive)?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is active then
  useEffect(() => {
    strip.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <nav ref={strip} className="sub-tabs" aria-label={label}>
      {tabs.map(({ to, label: name, isActive }) => (
        <Link key={to} to={to} aria-current={isActive ? 'page' : undefined} className={isActive ? 'active' : ''}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
