import { Menu } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

interface MenuButtonProps {
  label: string;
  icon: IconName;
  /** Shown beside the icon; otherwise the label is only heard and hinted. */
  withWords?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button of a toolbar that opens a menu. */
export function MenuButton({ label, icon, withWords, children }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className="tool-button"
        aria-label={withWords ? undefined : label}
        title={withWords ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name={icon} size={18} />
        {withWords && <span>{label}</span>}
      </button>
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { 'aria-label': label, dense: true } }}
      >
        {children(close)}
      </Menu>
    </>
  );
}
