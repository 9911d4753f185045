import { Burger, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './TopBar.module.css';

export function TopBar() {
  const [opened, menu] = useDisclosure(false);
  const signedIn = useSession() !== null;
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to a section closes the menu over it
  useEffect(() => menu.close(), [hash]);
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Logo />
        <Burger
          className={classes.burger}
          opened={opened}
          onClick={menu.toggle}
          aria-label={opened ? 'Закрыть меню' : 'Открыть меню'}
          aria-expanded={opened}
          aria-controls="landing-menu"
        />
        <nav id="landing-menu" className={classes.nav} data-opened={opened || undefined} aria-label="Разделы сайта">
          <Link to="#features">Возможности</Link>
          <Link to="#pricing">Тарифы</Link>
          <Link to={signedIn ? '/dashboard' : '/login'}>{signedIn ? 'Мои заведения' : 'Войти'}</Link>
          {!signedIn && (
            <Button component={Link} to="/register" size="sm">
              Начать
            </Button>
          )}
        </nav>
      </div>
    </header>
  );
}
