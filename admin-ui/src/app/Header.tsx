import { MenuItem } from '@mui/material';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { authProvider, DASHBOARD, SECURITY } from '../auth-provider.ts';
import { session } from '../session.ts';
import { Icon } from '../ui/Icon.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

interface HeaderProps {
  isLive: boolean;
  onNavigation: () => void;
  onPalette: () => void;
  onShortcuts: () => void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

function Account({ onShortcuts }: { onShortcuts: () => void }) {
  const user = session.user();
  return (
    <MenuButton label={user?.name || user?.email || 'Учётная запись'} icon="account">
      {(close) => [
        <MenuItem key="who" disabled sx={{ opacity: '1 !important' }}>
          {user?.email}
        </MenuItem>,
        <MenuItem
          key="keys"
          onClick={() => {
            close();
            onShortcuts();
          }}
        >
          Клавиши
        </MenuItem>,
        <MenuItem key="security" component="a" href={SECURITY}>
          Безопасность
        </MenuItem>,
        <MenuItem key="exit" onClick={() => authProvider.logout({})}>
          Выйти
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

export function Header({ isLive, onNavigation, onPalette, onShortcuts }: HeaderProps) {
  return (
    <header className="shell-header">
      <button type="button" className="tool-button shell-menu" aria-label="Разделы" onClick={onNavigation}>
        <Icon name="menu" />
      </button>
      <a href="/" className="shell-mark" aria-label="Остаток, на главную">
        <Mark size={26} />
        <span className="shell-name">Остаток</span>
      </a>
      <button type="button" className="shell-find" onClick={onPalette}>
        <Icon name="search" size={18} />
        <span>Найти или сделать…</span>
        <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <span className="shell-tools">
        <span
          className={isLive ? 'live-dot is-live' : 'live-dot'}
          role="img"
          aria-label={isLive ? 'Обновляется сразу' : 'Связь с сервером прервалась, подключаемся'}
          title={isLive ? 'Обновляется сразу' : 'Связь с сервером прервалась, подключаемся'}
        />
        <ThemeMenu />
        <Account onShortcuts={onShortcuts} />
        <a href={DASHBOARD} className="shell-dashboard">
          В дашборд
        </a>
      </span>
    </header>
  );
}
