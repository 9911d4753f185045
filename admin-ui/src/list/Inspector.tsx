import { Drawer, useMediaQuery } from '@mui/material';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';

interface InspectorProps {
  label: string;
  onClose: () => void;
  /** Whether it was opened by keyboard and takes the focus. */
  takesFocus: boolean;
  /** The element that gets the focus when it closes. */
  back: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** One record beside its list, which stays usable; on a narrow screen it covers the list. */
export function Inspector({ label, onClose, takesFocus, back, children }: InspectorProps) {
  const besides = useMediaQuery('(min-width: 1200px)', { noSsr: true });
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    if (besides) aside.current?.scrollTo(0, 0);
  }, [besides]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it was opened
  useLayoutEffect(() => {
    const opened = aside.current;
    if (takesFocus) opened?.focus();
    return () => {
      if (opened?.contains(document.activeElement)) back.current?.focus();
    };
  }, []);
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
