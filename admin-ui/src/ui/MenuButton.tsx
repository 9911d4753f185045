import { Menu } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

interface MenuButtonProps {
  label: string;
  icon: IconName;
  /** Shows the label beside the icon; otherwise it is only a tooltip and for screen readers. */
  withWords?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A toolbar button that opens a menu. */
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
