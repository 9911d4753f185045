import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Each new page starts at its top, or at the anchor of its address. */
export function RouteChanges() {
  const location = useLocation();
  useEffect(() => {
    const anchor = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    if (anchor) anchor.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [location]);
  return null;
}
