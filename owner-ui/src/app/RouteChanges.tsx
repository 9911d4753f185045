import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { publicPageAt } from './public-pages.ts';

/** Scrolls to the anchor, waiting for its page if necessary. Returns a function that stops waiting. */
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

/** Scrolls each new page to its top or to the anchor, and sets the title of a public page. */
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
