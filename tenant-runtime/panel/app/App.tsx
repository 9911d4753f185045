import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { StockPage } from '../features/stock/StockPage.tsx';
import type { Session } from '../session/session.ts';
import { useSignedIn } from '../session/use-signed-in.ts';
import { whenIdle } from '../timing/when-idle.ts';
import { PageGuard } from '../ui/PageGuard.tsx';
import { openWorkspace, type Workspace, WorkspaceContext } from '../workspace/workspace.ts';
import { Layout } from './Layout.tsx';
import { readParts, SignInPage, SupportPage } from './later-parts.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const ChangesPage = lazy(async () => ({ default: (await import('../features/changes/ChangesPage.tsx')).ChangesPage }));
const CountsPage = lazy(async () => ({ default: (await import('../features/counts/CountsPage.tsx')).CountsPage }));
const CountPage = lazy(async () => ({ default: (await import('../features/counts/CountPage.tsx')).CountPage }));
const DiscrepanciesPage = lazy(async () => ({
  default: (await import('../features/discrepancies/DiscrepanciesPage.tsx')).DiscrepanciesPage,
}));
const OrderPage = lazy(async () => ({ default: (await import('../features/order/OrderPage.tsx')).OrderPage }));
const SpreadsheetsPage = lazy(async () => ({
  default: (await import('../features/spreadsheets/SpreadsheetsPage.tsx')).SpreadsheetsPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('../features/settings/SettingsPage.tsx')).SettingsPage,
}));
const UsersPage = lazy(async () => ({ default: (await import('../features/users/UsersPage.tsx')).UsersPage }));

/** Loads the remaining code only after the stock has loaded, so that it delays nothing. */
function usePreparedParts(workspace: Workspace | null): void {
  useEffect(() => {
    if (!workspace) return;
    const leave = workspace.store.subscribe(() => {
      if (workspace.store.snapshot().asOf === null) return;
      leave();
      whenIdle(readParts);
    });
    return leave;
  }, [workspace]);
}

/** Opens one workspace for one signed-in user and closes it with everything in it at sign-out. */
function useOpenWorkspace(user: Session['user'] | null): Workspace | null {
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const queries = useQueryClient();
  useEffect(() => {
    if (!user) return;
    const opened = openWorkspace(user);
    setWorkspace(opened);
    const leave = opened.live.onVenueChanged(() => void queries.invalidateQueries());
    return () => {
      leave();
      opened.close();
      queries.clear();
      setWorkspace(null);
    };
  }, [user, queries]);
  return workspace;
}

export function App() {
  const user = useSignedIn();
  const workspace = useOpenWorkspace(user);
  const bySupport = useLocation().pathname === '/support';
  usePreparedParts(workspace);
  if (!user || bySupport) {
    return (
      <PageGuard>
        <Suspense>{bySupport ? <SupportPage /> : <SignInPage />}</Suspense>
      </PageGuard>
    );
  }
  if (!workspace) return null;
  return (
    <WorkspaceContext value={workspace}>
      <Routes>
        <Route element={<Layout />}>
          <Route index element={<StockPage />} />
          <Route path="counts" element={<CountsPage />} />
          <Route path="counts/:id" element={<CountPage />} />
          <Route path="changes" element={<ChangesPage />} />
          <Route path="discrepancies" element={<DiscrepanciesPage />} />
          <Route path="order" element={<OrderPage />} />
          <Route path="excel" element={<SpreadsheetsPage />} />
          <Route path="users" element={workspace.user.role === 'admin' ? <UsersPage /> : <Navigate to="/" replace />} />
          <Route path="settings" element={<SettingsPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </WorkspaceContext>
  );
}
