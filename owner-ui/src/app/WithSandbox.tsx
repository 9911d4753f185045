import type { PublicConfig } from '@ostatok/api/contract/public.endpoints.ts';
import { Navigate, Outlet } from 'react-router';
import { usePublicConfig } from '../lib/public-config.ts';
import { PageLoading } from '../ui/PageLoading.tsx';

/** The page is there where one of these parts is. */
export function WithSandbox({ parts }: { parts: (keyof PublicConfig['sandbox'])[] }) {
  const config = usePublicConfig();
  if (!config) return <PageLoading />;
  return parts.some((part) => config.sandbox[part]) ? <Outlet /> : <Navigate to="/" replace />;
}
