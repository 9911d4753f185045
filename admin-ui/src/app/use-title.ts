import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { pageAt } from './tabs.ts';

const PANEL = 'Администрирование — Остаток';

/** Each of several windows says in its tab which page it is. */
export function useTitle(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const page = pageAt(pathname);
    document.title = page?.path ? `${page.label} — ${PANEL}` : PANEL;
  }, [pathname]);
}
