import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { Session } from '../session/session.ts';
import { useSignedIn } from '../session/use-signed-in.ts';
import { whenIdle } from '../timing/when-idle.ts';
import { PageGuard } from '../ui/PageGuard.tsx';
import { openWorkspace, type Workspace, WorkspaceContext } from '../workspace/workspace.ts';
import { Layout } from './Layout.tsx';
import { EnterPage, readParts, SignInPage, SupportPage } from './later-parts.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { pages } from './pages.ts';
import { places } from './places.ts';

const CountPage = lazy(async () => ({ default: (await import('../features/counts/CountPage.tsx')).CountPage }));
const DeliveryPage = lazy(async () => ({
  default: (await import('../features/deliveries/DeliveryPage.tsx')).DeliveryPage,
}));
const DishPage = lazy(async () => ({ default: (await import('../features/recipes/DishPage.tsx')).DishPage }));
const RecipeFilePage = lazy(async () => ({
  default: (await import('../features/recipes/RecipeFilePage.tsx')).RecipeFilePage,
}));
const SentOrderPage = lazy(async () => ({
  default: (await import('../features/order/SentOrderPage.tsx')).SentOrderPage,
}));
const SupplierPage = lazy(async () => ({
  default: (await import('../features/suppliers/SupplierPage.tsx')).SupplierPage,
}));
const UsageItemPage = lazy(async () => ({
  default: (await import('../features/usage/UsageItemPage.tsx')).UsageItemPage,
}));

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
  const { pathname } = useLocation();
  const bySupport = pathname === '/support';
  const byLink = pathname === '/enter';
  usePreparedParts(workspace);
  if (!user || bySupport || byLink) {
    return (
      <PageGuard>
        <Suspense>{bySupport ? <SupportPage /> : byLink ? <EnterPage /> : <SignInPage />}</Suspense>
      </PageGuard>
    );
  }
  if (!workspace) return null;
  const isAdmin = workspace.user.role === 'admin';
  return (
    <WorkspaceContext value={workspace}>
      <Routes>
        <Route element={<Layout />}>
          {places.map(({ to, adminOnly }) => {
            const Page = pages[to] ?? NotFoundPage;
            const element = adminOnly && !isAdmin ? <Navigate to="/" replace /> : <Page />;
            return <Route key={to} path={to} element={element} />;
          })}
          <Route path="counts/:id" element={<CountPage />} />
          <Route path="deliveries/:id" element={isAdmin ? <DeliveryPage /> : <Navigate to="/" replace />} />
          <Route path="order/:id" element={isAdmin ? <SentOrderPage /> : <Navigate to="/" replace />} />
          <Route path="suppliers/:id" element={isAdmin ? <SupplierPage /> : <Navigate to="/" replace />} />
          <Route path="recipes/:id" element={isAdmin ? <DishPage /> : <Navigate to="/" replace />} />
          <Route path="usage/:id" element={isAdmin ? <UsageItemPage /> : <Navigate to="/" replace />} />
          <Route path="recipes/files/:id" element={isAdmin ? <RecipeFilePage /> : <Navigate to="/" replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </WorkspaceContext>
  );
}
