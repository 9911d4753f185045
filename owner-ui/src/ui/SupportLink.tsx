import { Anchor } from '@mantine/core';
import { usePublicConfig } from '../lib/public-config.ts';

export function SupportLink({ subject }: { subject?: string }) {
  const address = usePublicConfig()?.supportEmail;
  if (!address) return null;
  return (
    <Anchor
      c="inherit"
      href={`mailto:${address}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}
      underline="always"
    >
      {address}
    </Anchor>
  );
}
