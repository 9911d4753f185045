import { Button, Divider, Stack, Text } from '@mantine/core';
import { nameOfProvider } from '../../lib/providers.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { ProviderMark } from './ProviderMark.tsx';

/** Lists the providers configured in this installation. The first sign-in by one creates an account. */
export function ProviderButtons({ verb }: { verb: string }) {
  const providers = usePublicConfig()?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <>
      <Divider label="или" my="lg" />
      <Stack gap="xs">
        {providers.map((provider) => (
          <Button
            key={provider}
            component="a"
            href={`/api/auth/${provider}`}
            variant="default"
            fullWidth
            leftSection={<ProviderMark provider={provider} />}
          >
            {verb} через {nameOfProvider(provider)}
          </Button>
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="sm">
        Входя так впервые, вы принимаете{' '}
        <TextLink to="/terms" target="_blank">
          условия
        </TextLink>{' '}
        и{' '}
        <TextLink to="/privacy" target="_blank">
          политику конфиденциальности
        </TextLink>
        .
      </Text>
    </>
  );
}
