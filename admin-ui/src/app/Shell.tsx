import { GlobalStyles, type Theme, useMediaQuery } from '@mui/material';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Toaster } from 'react-hot-toast';
import { useLocation } from 'react-router';
import { useLive } from '../live/use-live.ts';
import { cssVariables } from '../theme.ts';
import { DialogHost } from '../ui/dialogs.tsx';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { PageBroken } from './PageBroken.tsx';
import { PageLoading } from './PageLoading.tsx';
import { useGlobalKeys } from './use-global-keys.ts';
import { useNewVersion } from './use-new-version.ts';
import { useSignInAgain } from './use-sign-in-again.tsx';
import { useTitle } from './use-title.ts';

const Palette = lazy(() => import('../palette/Palette.tsx'));
const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'));

const variables = (theme: Theme) => ({ ':root': { ...cssVariables(theme), colorScheme: theme.palette.mode } });

/** The window: navigation, header, page and overlays. */
export function Shell({ children }: { children: ReactNode }) {
  const [above, setAbove] = useState<'palette' | 'shortcuts' | 'navigation'>();
  const { pathname } = useLocation();
  const isPhone = useMediaQuery('(max-width: 767.95px)', { noSsr: true });
  useSignInAgain();
  const isLive = useLive();
  useTitle();
  useNewVersion(isLive);
  useGlobalKeys({ onPalette: () => setAbove('palette'), onShortcuts: () => setAbove('shortcuts') });
  const close = () => setAbove(undefined);
  // The back button of a phone closes overlays too.
  const [shown, setShown] = useState(pathname);
  if (shown !== pathname) {
    setShown(pathname);
    close();
  }

  return (
    <div className="shell">
      <GlobalStyles styles={variables} />
      <a className="skip-link" href="#page">
        К содержанию
      </a>
      <Header
        isLive={isLive}
        onNavigation={() => setAbove('navigation')}
        onPalette={() => setAbove('palette')}
        onShortcuts={() => setAbove('shortcuts')}
      />
      <Navigation isSheetOpen={above === 'navigation'} onClose={close} />
      <main id="page" className="shell-page">
        <PageBroken key={pathname.split('/')[2] ?? pathname}>
          <Suspense fallback={<PageLoading />}>{children}</Suspense>
        </PageBroken>
      </main>
      <Suspense>
        {above === 'palette' && <Palette onClose={close} />}
        {above === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
      <DialogHost />
      <Toaster
        // The top right holds the rows' actions, so toasts are not shown there.
        position={isPhone ? 'bottom-center' : 'bottom-left'}
        toastOptions={{
          className: 'toast',
          duration: 4000,
          success: { duration: 3000, iconTheme: { primary: 'var(--accent)', secondary: 'var(--surface)' } },
          error: {
            iconTheme: { primary: 'var(--danger)', secondary: 'var(--surface)' },
            ariaProps: { role: 'alert', 'aria-live': 'assertive' },
          },
        }}
      />
    </div>
  );
}
