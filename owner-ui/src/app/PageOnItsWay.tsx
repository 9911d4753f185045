import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Where the browser tells of a new entry at once; elsewhere one waits without a sign, as before. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation;

/** The old page stays until the new one's code is here: a line says that the press was taken. Short waits show none. */
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
