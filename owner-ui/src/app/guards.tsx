import type { PublicConfig } from '@ostatok/api/contract/public.ts';
import { useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { usePublicConfig } from '../lib/public-config.ts';
import { session, useSession } from '../lib/session.ts';
import { PageLoading } from '../ui/PageLoading.tsx';

export function SignedIn() {
  return useSession() ? <Outlet /> : <Navigate to="/login" replace />;
}

/** Judged on arrival only: whoever signs in here is led on by the screen itself. */
export function GuestOnly() {
  const [arrivedSignedIn] = useState(() => session.get() !== null);
  return arrivedSignedIn ? <Navigate to="/dashboard" replace /> : <Outlet />;
}

export function WithSandbox({ part }: { part: keyof PublicConfig['sandbox'] }) {
  const config = usePublicConfig();
  if (!config) return <PageLoading />;
  return config.sandbox[part] ? <Outlet /> : <Navigate to="/" replace />;
}
