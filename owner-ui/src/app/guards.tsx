import { useEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { session, useSession } from '../lib/session.ts';

export function SignedIn() {
  const signedIn = useSession() !== null;
  const [arrivedSignedIn] = useState(signedIn);
  if (signedIn) return <Outlet />;
  return <Navigate to={arrivedSignedIn ? session.exit() : '/login'} replace />;
}

/** Redirects a user who signs in in another tab; after a sign-in here the screen itself navigates. */
export function GuestOnly() {
  const [signedIn, setSignedIn] = useState(() => session.get() !== null);
  useEffect(() => {
    const look = () => setSignedIn(session.get() !== null);
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, []);
  return signedIn ? <Navigate to="/dashboard" replace /> : <Outlet />;
}
