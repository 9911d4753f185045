import './sub-tabs.css';
import { NavLink } from 'react-router';

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
      <NavLink key={to} to={to} aria-current={isActive ? 'page' : undefined} className={isActive ? 'active' : ''}>
        {name}
      </NavLink>
    ))}
  </nav>
);
