import '@ostatok/kit/web/base.css';
import './ui/scanner.css';
import { Toasts } from '@ostatok/kit/web/Toasts.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { session } from './session/session.ts';
import { takeCodeFromAddress } from './session/sign-in.ts';
import { layGround } from './ui/ground.ts';

/** Loads what is not in the shell: at once from the cache, over the network only when nothing else waits for it. */
function afterShell(load: () => void): void {
  if (navigator.serviceWorker?.controller) load();
  else if (document.readyState === 'complete') setTimeout(load);
  else window.addEventListener('load', () => setTimeout(load), { once: true });
}

/** Loads the decoder early, so that it is ready when the camera is. */
async function warmUpDecoder(): Promise<void> {
  const { loadReader } = await import('./decoder/decoder.ts');
  await loadReader();
}

afterShell(() => void import('./fonts.ts'));
if (session.current()) afterShell(() => void warmUpDecoder().catch(() => {}));
takeCodeFromAddress();
layGround();
const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
      <Toasts bottom="calc(5rem + env(safe-area-inset-bottom))" />
    </StrictMode>,
  );
}
