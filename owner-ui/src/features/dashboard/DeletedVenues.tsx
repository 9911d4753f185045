import { Button, Text, Title } from '@mantine/core';
import type { DeletedTenant } from '@ostatok/api/contract/tenant-removal.endpoints.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { formatDateTime, quoted } from '@ostatok/kit/web/format.ts';
import { Undo2 } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import classes from './DeletedVenues.module.css';
import { useDeletedTenants, useRestore } from './queries.ts';

const ofPlan = new Set(['tenant_limit', 'subscription_inactive']);

/** Stays until the next attempt, because the instructions are too long for a toast. */
function Refusal({ error }: { error: Error }) {
  return (
    <p role="alert" className={classes.refusal}>
      {messageOf(error, 'Не удалось вернуть заведение')}{' '}
      {error instanceof ApiError && ofPlan.has(error.code) && <TextLink to="/subscription">К подписке</TextLink>}
    </p>
  );
}

function DeletedVenue({ venue }: { venue: DeletedTenant }) {
  const name = venue.display_name || venue.subdomain;
  const restore = useRestore(venue.tenant_id, `${quoted(name)} снова с вами`);
  return (
    <li>
      <div className={classes.row}>
        <div className={classes.words}>
          <Text fw={600}>{name}</Text>
          <Text c="dimmed" fz="sm">
            Данные сотрём {formatDateTime(venue.restorable_until)}
          </Text>
        </div>
        <Button
          size="sm"
          variant="default"
          leftSection={<Undo2 size={18} aria-hidden />}
          loading={restore.isPending}
          aria-label={`Вернуть: ${name}`}
          onClick={() => restore.mutate()}
        >
          Вернуть
        </Button>
      </div>
      {restore.error && <Refusal error={restore.error} />}
    </li>
  );
}

/** Lists the deleted tenants that the owner may still restore. */
export function DeletedVenues() {
  const venues = useDeletedTenants().data ?? [];
  if (venues.length === 0) return null;
  return (
    <section aria-labelledby="deleted-venues">
      <Title order={2} fz="1.25rem" id="deleted-venues" mb="sm">
        Удалённые
      </Title>
      <ul className={classes.list}>
        {venues.map((venue) => (
          <DeletedVenue key={venue.tenant_id} venue={venue} />
        ))}
      </ul>
    </section>
  );
}
