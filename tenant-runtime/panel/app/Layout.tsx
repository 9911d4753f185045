import { Text } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { ClipboardList, FileSpreadsheet, type LucideIcon, Scale, Users, Wine } from 'lucide-react';
import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import { useVenue } from '../lib/venue.ts';
import { useIsAdmin } from '../lib/workspace.ts';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { ConnectionState } from './ConnectionState.tsx';
import classes from './Layout.module.css';
import { PersonMenu } from './PersonMenu.tsx';
import { ScalesReading } from './ScalesReading.tsx';

interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
}

const places: Place[] = [
  { to: '/', label: 'Остатки', icon: Wine },
  { to: '/changes', label: 'Журнал', icon: ClipboardList },
  { to: '/discrepancies', label: 'Расхождения', icon: Scale },
  { to: '/excel', label: 'Excel', icon: FileSpreadsheet },
];
const people: Place = { to: '/users', label: 'Сотрудники', icon: Users };

/** In the header on a desk, under the thumb on phones and tablets. */
function Navigation() {
  const shown = useIsAdmin() ? [...places, people] : places;
  return (
    <nav className={classes.navigation} aria-label="Разделы">
      {shown.map(({ to, label, icon: Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} className={classes.place}>
          <Icon size={20} aria-hidden />
          <span>{label}</span>
        </NavLink>
      ))}
    </nav>
  );
}

export function Layout() {
  const { name } = useVenue();
  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#main">
        К содержанию
      </a>
      <header className={classes.header}>
        <div className={classes.brand}>
          <Mark size={32} />
          <Text component="span" fw={700} truncate title={name}>
            {name}
          </Text>
        </div>
        <div className={classes.status}>
          <ScalesReading />
          <ConnectionState />
          <PersonMenu />
        </div>
      </header>
      <Navigation />
      <main id="main" className={classes.main} tabIndex={-1}>
        <Suspense fallback={<ListSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
