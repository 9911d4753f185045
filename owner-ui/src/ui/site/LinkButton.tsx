import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './LinkButton.module.css';

interface LinkButtonProps {
  /** A path of this application. */
  to?: string;
  /** Any other address, such as `mailto:`. */
  href?: string;
  variant?: 'filled' | 'default' | 'light';
  size?: 'sm' | 'md' | 'lg';
  full?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A link that looks like Mantine's buttons. */
export function LinkButton({ to, href, variant = 'filled', size = 'md', full, onClick, children }: LinkButtonProps) {
  const look = {
    className: classes.button,
    'data-variant': variant,
    'data-size': size,
    'data-full': full || undefined,
    onClick,
  };
  return to ? (
    <Link to={to} {...look}>
      {children}
    </Link>
  ) : (
    <a href={href} {...look}>
      {children}
    </a>
  );
}
