import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { publicPageAt } from './public-pages.ts';

/** Goes to the anchor, also where its page is still on its way. Returns the end of waiting for it. */
function goTo(anchor: string): () => void {
  const go = () => {
    const target = document.getElementById(anchor);
    target?.scrollIntoView();
    return target !== null;
  };
  if (go()) return () => undefined;
  const arrival = new MutationObserver(() => go() && arrival.disconnect());
  arrival.observe(document.body, { childList: true, subtree: true });
  return () => arrival.disconnect();
}

/** Each new page starts at its top, or at the anchor of its address; a public one says what it is. */
export function RouteChanges() {
  const location = useLocation();
  useEffect(() => {
    const page = publicPageAt(location.pathname);
    if (page) document.title = page.title;
    if (location.hash) return goTo(location.hash.slice(1));
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  }, [location]);
  return null;
}
