import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { SalesFileDetails } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import toast from 'react-hot-toast';
import { messageOf } from '../../client/api.ts';
import classes from './Sales.module.css';
import { SourceChoice } from './SourceChoice.tsx';
import { useApply, useAssign, useRemove } from './sales.ts';
import { kindLabels, periodText, totalsText } from './sales-labels.ts';

interface FilePreviewProps {
  file: SalesFileDetails;
  onAssigned: (file: SalesFileDetails) => void;
  onClose: () => void;
}

function Facts({ file }: { file: SalesFileDetails }) {
  const { totals, kinds, stores, open, replaced } = file;
  const { stated, summed } = totals;
  const isStated = stated.quantity !== null || stated.paid !== null;
  const named = stores.filter(Boolean);
  return (
    <dl className={classes.facts}>
      <dt>Период</dt>
      <dd>{periodText(file)}</dd>
      <dt>По строкам</dt>
      <dd>{totalsText(summed)}</dd>
      {isStated && (
        <>
          <dt>Итог самого файла</dt>
          <dd>{totalsText(stated)}</dd>
        </>
      )}
      {kinds.length > 1 &&
        kinds.map(({ kind, quantity, paid }) => (
          <div key={kind} className={classes.fact}>
            <dt>{kindLabels[kind]}</dt>
            <dd>
              {formatQuantity(quantity)} порц. · {formatMoney(paid)}
            </dd>
          </div>
        ))}
      {named.length > 0 && (
        <>
          <dt>{named.length === 1 ? 'Магазин' : 'Магазины'}</dt>
          <dd>{named.join(', ')}</dd>
        </>
      )}
      <dt>Не сопоставлено</dt>
      <dd>{open.dishes === 0 ? 'всё решено' : `блюд: ${open.dishes} на ${formatMoney(open.paid)}`}</dd>
      {replaced.days > 0 && (
        <>
          <dt>Заменит</dt>
          <dd>
            дней, за которые продажи уже есть: {replaced.days}, {formatMoney(replaced.paid)}
          </dd>
        </>
      )}
    </dl>
  );
}

interface SameSalesProps {
  file: SalesFileDetails;
  same: NonNullable<SalesFileDetails['same']>;
  onAssigned: (file: SalesFileDetails) => void;
}

/** Sales that another source has are asked about: written, they would count twice. */
function SameSales({ file, same, onAssigned }: SameSalesProps) {
  const assign = useAssign(file.id);
  const isFetched = file.feed?.fetched ?? false;
  return (
    <Alert color="amber" variant="light" title="Такие же продажи уже есть">
      <Text>
        В кассе «{same.name}» уже есть такие же продажи, дней: {same.days}. Если касса та же, они посчитаются дважды.
        Если другая, запишите отдельно
      </Text>
      {isFetched ? (
        <Text>Если касса та же, выберите её в подключении: «Изменить», «Чьи это продажи»</Text>
      ) : (
        <Button
          mt="xs"
          variant="default"
          loading={assign.isPending}
          onClick={() =>
            assign.mutate(
              { source_id: same.id },
              { onSuccess: onAssigned, onError: (error) => void toast.error(messageOf(error)) },
            )
          }
        >
          Это касса «{same.name}»
        </Button>
      )}
    </Alert>
  );
}

/** Shows what is in a file before its sales are written. */
export function FilePreview({ file, onAssigned, onClose }: FilePreviewProps) {
  const apply = useApply();
  const remove = useRemove();
  const error = apply.error ?? remove.error;
  const { same, replaced } = file;
  function onApplied(): void {
    toast.success(`Продажи записаны: ${periodText(file)}`);
    onClose();
  }
  return (
    <section className={classes.card} aria-labelledby="preview-title">
      <Title order={2} size="h3" id="preview-title" className={classes.breaking}>
        {file.file}
      </Title>
      <SourceChoice file={file} onAssigned={onAssigned} />
      <Facts file={file} />
      {same && <SameSales file={file} same={same} onAssigned={onAssigned} />}
      {replaced.days > 0 && !replaced.alike && (
        <Alert color="amber" variant="light" title="Это та же касса?">
          За эти дни уже записаны другие продажи, не похожие на эти: запись заменит их. Если файл второй кассы, выберите
          её выше или заведите новую
        </Alert>
      )}
      {file.warnings.length > 0 && (
        <Alert color="amber" variant="light" title="На что посмотреть">
          <ul className={classes.warnings}>
            {file.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      {error && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      <Group>
        <Button
          autoFocus={!same}
          disabled={file.source_unsure}
          variant={same ? 'default' : 'filled'}
          loading={apply.isPending}
          onClick={() => apply.mutate({ id: file.id, again: same !== null }, { onSuccess: onApplied })}
        >
          {same ? 'Записать отдельно' : 'Записать продажи'}
        </Button>
        <Button variant="default" onClick={onClose}>
          Потом
        </Button>
        <Button
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          onClick={() => remove.mutate(file.id, { onSuccess: onClose })}
        >
          Удалить файл
        </Button>
      </Group>
    </section>
  );
}
