import { Alert, Button, Group } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { SupportSession } from '@ostatok/tenant-runtime/contract/support.endpoints.ts';
import { session } from '../session/session.ts';
import { useEndSupport, useSupport } from '../users/support.ts';
import { useVenue } from '../venue/venue.ts';
import { useIsAdmin, useWorkspace } from '../workspace/workspace.ts';

/** While platform support is signed in, its visitor and the tenant's administrators see this banner on every page. */
export function SupportBanner() {
  return useIsAdmin() ? <Running /> : null;
}

function Running() {
  const { data: sessions = [] } = useSupport();
  return sessions.filter(({ state }) => state === 'running').map((one) => <Visit key={one.id} visit={one} />);
}

function Visit({ visit }: { visit: SupportSession }) {
  const { user } = useWorkspace();
  const { timezone } = useVenue();
  const end = useEndSupport();
  const mine = user.username === `support:${visit.id}`;
  const until = formatDateTime(visit.expires_at, timezone);
  return (
    <Alert color="orange" variant="light" role="status" radius={0}>
      <Group justify="space-between" gap="sm">
        <span>
          {mine
            ? `Вы вошли как поддержка до ${until}. Каждое изменение подписано вашим именем`
            : `Поддержка в заведении до ${until}: ${visit.administrator}. Причина: ${visit.reason}`}
        </span>
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(visit.id, { onSuccess: mine ? session.signOut : undefined })}
        >
          Закончить
        </Button>
      </Group>
    </Alert>
  );
}
