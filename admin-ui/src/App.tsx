import { AdminContext, localStorageStore } from 'react-admin';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { Shell } from './app/Shell.tsx';
import { authProvider } from './auth-provider.ts';
import { dataProvider } from './data-provider.ts';
import { Guard } from './Guard.tsx';
import { i18nProvider } from './i18n-provider.ts';
import { queryClient } from './query-client.ts';
import { ADMIN, addressOf, allPages } from './tabs.ts';
import { darkTheme, lightTheme } from './theme.ts';

const store = localStorageStore();

/** The administration panel of the platform. */
export function App() {
  return (
    <Guard>
      <BrowserRouter>
        <AdminContext
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={store}
          lightTheme={lightTheme}
          darkTheme={darkTheme}
        >
          <Shell>
            <Routes>
              {allPages.map((tab) => (
                <Route key={tab.path} path={tab.path === '' ? ADMIN : `${addressOf(tab)}/*`} element={<tab.page />} />
              ))}
              <Route path="*" element={<Navigate to={ADMIN} replace />} />
            </Routes>
          </Shell>
        </AdminContext>
      </BrowserRouter>
    </Guard>
  );
}
