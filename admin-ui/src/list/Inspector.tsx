import { Drawer, useMediaQuery } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';

interface InspectorProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** One record beside its list, which stays in use; over it where there is no room for both. */
export function Inspector({ label, onClose, children }: InspectorProps) {
  const besides = useMediaQuery('(min-width: 1200px)', { noSsr: true });
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    if (besides) aside.current?.scrollTo(0, 0);
  }, [besides]);
  const content = (
    <>
      <button type="button" className="tool-button inspector-close" aria-label="Закрыть" onClick={onClose}>
        <Icon name="close" size={18} />
      </button>
      {children}
    </>
  );
  if (besides) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      <aside ref={aside} className="inspector" aria-label={label} tabIndex={0}>
        {content}
      </aside>
    );
  }
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: { className: 'inspector inspector-over', role: 'dialog', 'aria-label': label, 'aria-modal': true },
      }}
    >
      {content}
    </Drawer>
  );
}
