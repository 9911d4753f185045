import { Root } from '@ostatok/kit/web/Root.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Root>
        <App />
      </Root>
    </StrictMode>,
  );
}
