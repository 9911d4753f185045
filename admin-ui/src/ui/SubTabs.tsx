import './sub-tabs.css';
import { Link } from 'react-router';

interface SubTab {
  to: string;
  label: string;
  /** Whether it is the one even where the address goes on. */
  isActive: boolean;
}

/** The parts of one tab. */
export const SubTabs = ({ label, tabs }: { label: string; tabs: SubTab[] }) => (
  <nav className="sub-tabs" aria-label={label}>
    {tabs.map(({ to, label: name, isActive }) => (
      <Link key={to} to={to} aria-current={isActive ? 'page' : undefined} className={isActive ? 'active' : ''}>
        {name}
      </Link>
    ))}
  </nav>
);
