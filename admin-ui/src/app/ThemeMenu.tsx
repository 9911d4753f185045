import { MenuItem } from '@mui/material';
import { useStore } from 'react-admin';
import { Icon } from '../ui/Icon.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';

const themes = [
  { name: 'light', label: 'Светлая', icon: 'light' },
  { name: 'dark', label: 'Тёмная', icon: 'dark' },
  { name: undefined, label: 'Как в системе', icon: 'system' },
] as const;

/** Chooses light, dark or the system's scheme; stored under react-admin's key, which its theme provider reads. */
export function ThemeMenu() {
  const [chosen, choose] = useStore<'light' | 'dark' | undefined>('theme');
  const { icon } = themes.find(({ name }) => name === chosen) ?? themes[2];
  return (
    <MenuButton label="Тема" icon={icon}>
      {(close) =>
        themes.map((theme) => (
          <MenuItem
            key={theme.label}
            selected={theme.name === chosen}
            role="menuitemradio"
            aria-checked={theme.name === chosen}
            onClick={() => {
              choose(theme.name);
              close();
            }}
          >
            <Icon name={theme.icon} size={18} />
            &nbsp;&nbsp;{theme.label}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
