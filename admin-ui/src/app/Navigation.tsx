import { Drawer } from '@mui/material';
import { NavLink } from 'react-router';
import { addressOf, diagnostics, otherPages, type Tab, tabs } from '../tabs.ts';
import { Icon } from '../ui/Icon.tsx';

const groups = [
  { label: 'Разделы', pages: tabs },
  { label: 'Служебное', pages: [...otherPages, diagnostics] },
];

function Pages({ pages, onChoose }: { pages: Tab[]; onChoose?: () => void }) {
  return (
    <ul>
      {pages.map((page) => (
        <li key={page.path}>
          <NavLink
            to={addressOf(page)}
            end={page.path === ''}
            title={page.label}
            onClick={onChoose}
            onPointerEnter={page.prepare}
            onFocus={page.prepare}
          >
            <Icon name={page.icon} size={18} />
            <span>{page.label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

const Groups = ({ onChoose }: { onChoose?: () => void }) =>
  groups.map(({ label, pages }) => (
    <nav key={label} aria-label={label}>
      <Pages pages={pages} onChoose={onChoose} />
    </nav>
  ));

/** The nine tabs and the service pages: at the side, icons only on a tablet, and a sheet on a phone. */
export function Navigation({ isSheetOpen, onClose }: { isSheetOpen: boolean; onClose: () => void }) {
  return (
    <>
      <div className="shell-nav">
        <Groups />
      </div>
      <Drawer open={isSheetOpen} onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-label': 'Разделы' } }}>
        <div className="shell-nav-sheet">
          <Groups onChoose={onClose} />
        </div>
      </Drawer>
    </>
  );
}
