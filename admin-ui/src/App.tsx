import { Admin, Resource } from 'react-admin';
import { BrowserRouter } from 'react-router';
import { authProvider } from './auth-provider.ts';
import { dataProvider } from './data-provider.ts';
import { Guard } from './Guard.tsx';
import { i18nProvider } from './i18n-provider.ts';
import { AdminLayout } from './layout/AdminLayout.tsx';
import { darkTheme, lightTheme } from './theme.ts';
import { users } from './users/index.ts';

/** Everything of the platform that an administrator sees. */
export function App() {
  return (
    <Guard>
      <BrowserRouter basename="/admin">
        <Admin
          title="Остаток"
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          layout={AdminLayout}
          lightTheme={lightTheme}
          darkTheme={darkTheme}
          loginPage={false}
          disableTelemetry
          requireAuth
        >
          <Resource name="users" {...users} />
        </Admin>
      </BrowserRouter>
    </Guard>
  );
}
