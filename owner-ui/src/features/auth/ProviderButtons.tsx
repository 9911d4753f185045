import { Button, Divider, Stack } from '@mantine/core';
import { nameOfProvider } from '../../lib/providers.ts';
import { usePublicConfig } from '../../lib/public-config.ts';

/** Only the providers that this installation knows. */
export function ProviderButtons({ verb }: { verb: string }) {
  const providers = usePublicConfig()?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <>
      <Divider label="или" my="lg" />
      <Stack gap="xs">
        {providers.map((provider) => (
          <Button key={provider} component="a" href={`/api/auth/${provider}`} variant="default" fullWidth>
            {verb} через {nameOfProvider(provider)}
          </Button>
        ))}
      </Stack>
    </>
  );
}
