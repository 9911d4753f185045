import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function TextLink({
  to,
  children,
  ...rest
}: AnchorProps & { to: string; children: ReactNode; target?: string }) {
  return (
    <Anchor component={Link} to={to} underline="always" fw={600} {...rest}>
      {children}
    </Anchor>
  );
}
