import '@ostatok/kit/web/base.css';
import './ui/scanner.css';
import { Toasts } from '@ostatok/kit/web/Toasts.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { takeCodeFromAddress } from './lib/sign-in.ts';
import { layGround } from './ui/ground.ts';

/** From the phone's own store at once; from a line only when nothing else waits for it. */
function loadFonts(): void {
  const load = (): void => void import('./fonts.ts');
  if (navigator.serviceWorker?.controller) load();
  else if (document.readyState === 'complete') setTimeout(load);
  else window.addEventListener('load', () => setTimeout(load), { once: true });
}

loadFonts();
takeCodeFromAddress();
layGround();
const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
      <Toasts />
    </StrictMode>,
  );
}
