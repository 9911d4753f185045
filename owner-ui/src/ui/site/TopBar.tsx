import { Menu, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { Logo } from '../Logo.tsx';
import { LinkButton } from './LinkButton.tsx';
import classes from './TopBar.module.css';

export function TopBar() {
  const [opened, setOpened] = useState(false);
  const signedIn = useSession() !== null;
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the menu over it
  useEffect(() => setOpened(false), [location]);
  useEffect(() => {
    if (!opened) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpened(false);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [opened]);
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Logo />
        <button
          type="button"
          className={classes.burger}
          onClick={() => setOpened(!opened)}
          aria-label={opened ? 'Закрыть меню' : 'Открыть меню'}
          aria-expanded={opened}
          aria-controls="site-menu"
        >
          {opened ? <X aria-hidden /> : <Menu aria-hidden />}
        </button>
        <nav id="site-menu" className={classes.nav} data-opened={opened || undefined} aria-label="Разделы сайта">
          <Link to="/#features">Возможности</Link>
          <Link to="/#pricing">Тарифы</Link>
          <Link to="/faq">Вопросы</Link>
          <Link to={signedIn ? '/dashboard' : '/login'}>{signedIn ? 'Мои заведения' : 'Войти'}</Link>
          {!signedIn && (
            <LinkButton to="/register" size="sm">
              Начать
            </LinkButton>
          )}
        </nav>
      </div>
    </header>
  );
}
