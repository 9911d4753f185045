import { useSession } from '../../lib/session.ts';
import { LinkButton } from '../../ui/site/LinkButton.tsx';

/** The registration button; for a signed-in owner it leads to the dashboard. */
export function Start({ label, variant }: { label: string; variant?: 'filled' | 'light' }) {
  const signedIn = useSession() !== null;
  return (
    <LinkButton to={signedIn ? '/dashboard' : '/register'} size="lg" variant={variant}>
      {signedIn ? 'К моим заведениям' : label}
    </LinkButton>
  );
}
