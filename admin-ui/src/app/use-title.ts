import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { pageAt } from '../tabs.ts';

const PANEL = 'Администрирование — Остаток';

/** Sets the document title, so that several windows can be told apart. */
export function useTitle(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const page = pageAt(pathname);
    document.title = page?.path ? `${page.label} — ${PANEL}` : PANEL;
  }, [pathname]);
}
