import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The Navigation API reports a navigation at once; browsers without it show no progress. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation;

/** A progress line while the next page's code loads and the old page stays. Short waits show none. */
export function PageOnItsWay() {
  const { pathname } = useLocation();
  const [ahead, setAhead] = useState(pathname);
  useEffect(() => {
    const look = () => setAhead(window.location.pathname);
    look();
    navigation?.addEventListener('currententrychange', look);
    return () => navigation?.removeEventListener('currententrychange', look);
  }, []);
  return ahead === pathname ? null : <div className="on-its-way" aria-hidden="true" />;
}
