import { Button, Container } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CreditCard, LayoutGrid, LogOut, Shield, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';
import { signOut } from '../lib/sign-out.ts';
import classes from './AppShell.module.css';
import { Logo } from './Logo.tsx';

const places = [
  { to: '/dashboard', label: 'Заведения', icon: LayoutGrid, also: ['/wizard', '/product-matching'] },
  { to: '/subscription', label: 'Подписка', icon: CreditCard, also: ['/plans'] },
  { to: '/profile', label: 'Профиль', icon: UserRound, also: ['/my-data'] },
];

function Navigation({ isAdmin }: { isAdmin: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav className={classes.nav} aria-label="Разделы">
      {places.map(({ to, label, icon: Icon, also }) => (
        <NavLink key={to} to={to} className={classes.link} data-within={also.includes(pathname) || undefined}>
          <Icon size={20} aria-hidden />
          <span>{label}</span>
        </NavLink>
      ))}
      {isAdmin && (
        <a href="/admin" className={classes.link}>
          <Shield size={20} aria-hidden />
          <span>Админ-панель</span>
        </a>
      )}
    </nav>
  );
}

/** The frame of every page behind the sign-in; on a phone the navigation is at the bottom. */
export function AppShell({ children, size = 'lg' }: { children: ReactNode; size?: 'sm' | 'md' | 'lg' }) {
  const leave = useMutation({ mutationFn: signOut });
  return (
    <>
      <a href="#main" className="skip-link">
        К содержанию
      </a>
      <header className={classes.header}>
        <Container size="lg" className={classes.bar}>
          <Logo />
          <Navigation isAdmin={useSession()?.user.role === 'admin'} />
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            fz="md"
            className={classes.leave}
            leftSection={<LogOut size={18} aria-hidden />}
            loading={leave.isPending}
            onClick={() => leave.mutate()}
          >
            Выйти
          </Button>
        </Container>
      </header>
      <Container component="main" id="main" size={size} w="100%" className={classes.main}>
        {children}
      </Container>
    </>
  );
}
