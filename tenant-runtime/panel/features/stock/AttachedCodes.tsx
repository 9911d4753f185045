import { Alert, Button, Group } from '@mantine/core';
import { formatDateTime, plural } from '@ostatok/kit/web/format.ts';
import type { AttachedCode } from '@ostatok/tenant-runtime/contract/attached-codes.endpoints.ts';
import { useState } from 'react';
import { useDecideCode, useWaitingCodes } from '../../stock/attached-codes.ts';
import { useVenue } from '../../venue/venue.ts';
import classes from './QueueNotice.module.css';

function Row({ code }: { code: AttachedCode }) {
  const { timezone } = useVenue();
  const decide = useDecideCode();
  const { ean, pack, item, user, at } = code;
  const busy = (confirmed: boolean): boolean => decide.isPending && decide.variables.confirmed === confirmed;
  return (
    <Group component="li" gap="xs" className={classes.refused}>
      <span className={classes.words}>
        <b>{item.name}</b> ← {ean}
        {pack > 1 && `, в упаковке ${pack}`}. {user.name}, {formatDateTime(at, timezone)}
      </span>
      <Button
        size="sm"
        loading={busy(true)}
        aria-label={`Подтвердить: ${ean}`}
        onClick={() => decide.mutate({ code, confirmed: true })}
      >
        Подтвердить
      </Button>
      <Button
        size="sm"
        variant="subtle"
        color="red"
        loading={busy(false)}
        aria-label={`Убрать: ${ean}`}
        onClick={() => decide.mutate({ code, confirmed: false })}
      >
        Убрать
      </Button>
    </Group>
  );
}

/** Lists the barcodes that users attached to items. They work already; an administrator confirms or removes them. */
export function AttachedCodes() {
  const { data } = useWaitingCodes();
  const [open, setOpen] = useState(false);
  if (!data || data.codes.length === 0) return null;
  const { total } = data.pagination;
  const words = plural(total, ['штрихкод', 'штрихкода', 'штрихкодов']);
  return (
    <div className={classes.notice}>
      <Alert color="amber" variant="light" className={classes.waiting}>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <span>
            Сотрудники привязали {total} {words}. Проверьте, тем ли позициям
          </span>
          <Button size="sm" variant="default" aria-expanded={open} flex="none" onClick={() => setOpen(!open)}>
            {open ? 'Свернуть' : 'Проверить'}
          </Button>
        </Group>
        {open && (
          <ul className={classes.codes} aria-label="Привязанные штрихкоды">
            {data.codes.map((code) => (
              <Row key={code.id} code={code} />
            ))}
          </ul>
        )}
      </Alert>
    </div>
  );
}
