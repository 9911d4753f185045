import type { PublicConfig } from '@ostatok/api/contract/public.endpoints.ts';
import { Navigate, Outlet } from 'react-router';
import { usePublicConfig } from '../lib/public-config.ts';
import { PageLoading } from '../ui/PageLoading.tsx';

export function WithSandbox({ part }: { part: keyof PublicConfig['sandbox'] }) {
  const config = usePublicConfig();
  if (!config) return <PageLoading />;
  return config.sandbox[part] ? <Outlet /> : <Navigate to="/" replace />;
}
