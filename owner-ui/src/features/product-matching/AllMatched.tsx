import { Button, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';

/** Shown when nothing is left to match. */
export function AllMatched() {
  return (
    <Stack align="center" gap="md" py="xl">
      <Title order={2} ta="center">
        Все товары сопоставлены!
      </Title>
      <Button component={Link} to="/dashboard" size="lg">
        К заведениям
      </Button>
    </Stack>
  );
}
