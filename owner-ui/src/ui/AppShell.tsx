import { Button, Container } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LayoutGrid, LogOut, Shield, Tag, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { api } from '../lib/api.ts';
import { session, useSession } from '../lib/session.ts';
import classes from './AppShell.module.css';
import { Logo } from './Logo.tsx';

const places = [
  { to: '/dashboard', label: 'Заведения', icon: LayoutGrid },
  { to: '/plans', label: 'Тариф', icon: Tag },
  { to: '/profile', label: 'Профиль', icon: UserRound },
];

function Navigation({ isAdmin }: { isAdmin: boolean }) {
  return (
    <nav className={classes.nav} aria-label="Разделы">
      {places.map(({ to, label, icon: Icon }) => (
        <NavLink key={to} to={to} className={classes.link}>
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

/** The frame of every page behind the sign-in; on a phone the sections sit under the thumb. */
export function AppShell({ children, size = 'lg' }: { children: ReactNode; size?: 'sm' | 'md' | 'lg' }) {
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => api.post('/auth/logout', { refreshToken: session.get()?.refreshToken }),
    // signing out must work without the server as well: the keys are in this browser
    onSettled() {
      session.end();
      navigate('/login', { replace: true });
    },
  });
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
            leftSection={<LogOut size={18} aria-hidden />}
            loading={signOut.isPending}
            onClick={() => signOut.mutate()}
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
