import { Drawer } from '@mui/material';
import { NavLink } from 'react-router';
import { Icon } from '../ui/Icon.tsx';
import { addressOf, tabs } from './tabs.ts';

function Tabs({ onChoose }: { onChoose?: () => void }) {
  return (
    <ul>
      {tabs.map((tab) => (
        <li key={tab.path}>
          <NavLink to={addressOf(tab)} end={tab.path === ''} onClick={onChoose}>
            <Icon name={tab.icon} size={18} />
            <span>{tab.label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** The nine tabs: at the side, narrow with signs alone on a tablet, and a sheet on a phone. */
export function Navigation({ isSheetOpen, onClose }: { isSheetOpen: boolean; onClose: () => void }) {
  return (
    <>
      <nav className="shell-nav" aria-label="Разделы">
        <Tabs />
      </nav>
      <Drawer open={isSheetOpen} onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-label': 'Разделы' } }}>
        <nav className="shell-nav-sheet" aria-label="Разделы">
          <Tabs onChoose={onClose} />
        </nav>
      </Drawer>
    </>
  );
}
