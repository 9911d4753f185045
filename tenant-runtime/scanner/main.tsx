import '@fontsource-variable/manrope/wght.css';
import '@ostatok/kit/web/base.css';
import './ui/scanner.css';
import { Toasts } from '@ostatok/kit/web/Toasts.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { takeCodeFromAddress } from './lib/sign-in.ts';
import { layGround } from './ui/ground.ts';

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
