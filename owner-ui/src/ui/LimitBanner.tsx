import { Button, Group, Text } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import { Link } from 'react-router';
import { Notice } from './Notice.tsx';

/** Says that the limit is reached and links to the plans; unlike the toast it stays. */
export function LimitBanner({ limit }: { limit: number }) {
  return (
    <Notice kind="warning" title="Больше заведений на этом тарифе не открыть">
      <Group justify="space-between" gap="sm">
        <Text>
          Сейчас можно {limit} {plural(limit, ['заведение', 'заведения', 'заведений'])}. Смените тариф или удалите
          заведение, которое больше не нужно.
        </Text>
        <Button component={Link} to="/subscription" size="sm">
          Сменить тариф
        </Button>
      </Group>
    </Notice>
  );
}
