import { Alert, Button, Group } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import type { CommittedImport, ImportPreview } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useVenue } from '../../venue/venue.ts';
import { ColumnsEditor } from './ColumnsEditor.tsx';
import { ConvertedRows } from './ConvertedRows.tsx';
import { CountedChoice } from './CountedChoice.tsx';
import { type Counted, nowIn, proposedFor } from './counted-day.ts';
import { type Confirmed, confirmedCount, DoubtfulRows } from './DoubtfulRows.tsx';
import { PreviewRows } from './PreviewRows.tsx';
import { PricesRead } from './PricesRead.tsx';
import { SimilarRows } from './SimilarRows.tsx';
import classes from './Spreadsheets.module.css';
import { type Decisions, decided, sureDecisions } from './similar-decisions.ts';
import type { Uploaded } from './use-upload.ts';

/** What has become of values in other units takes a while to read. */
const NOTES_MS = 15_000;

interface ImportPreviewPanelProps {
  uploaded: Uploaded;
  onUploaded: (next: Uploaded) => void;
  onDone: () => void;
}

function Counts({ preview }: { preview: ImportPreview }) {
  const left = preview.problems - preview.errors.filter(({ warning }) => warning).length;
  const { doubtful } = preview;
  const counts = [
    ...(doubtful > 0 ? [{ value: doubtful, label: 'под вопросом', bad: true }] : []),
    { value: preview.created, label: plural(preview.created, ['новая', 'новые', 'новых']) },
    { value: preview.updated, label: plural(preview.updated, ['обновится', 'обновятся', 'обновятся']) },
    { value: preview.unchanged, label: 'без изменений' },
    { value: left, label: plural(left, ['ошибка', 'ошибки', 'ошибок']), bad: left > 0 },
  ];
  return (
    <dl className={classes.counts}>
      {counts.map(({ value, label, bad }) => (
        <div key={label} data-bad={bad}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString('ru-RU')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists every bad row by its number; a row with a warning is imported without the one bad value. */
function Problems({ preview }: { preview: ImportPreview }) {
  const { errors, problems } = preview;
  if (problems === 0) return null;
  return (
    <details className={classes.problems} open={problems <= 20}>
      <summary>Что не так в файле: {problems}</summary>
      <ol>
        {errors.map(({ row, column, message, warning }) => (
          <li key={`${row} ${column} ${message}`} data-warning={warning}>
            <b>
              Строка {row}
              {column && `, столбец ${column}`}
            </b>{' '}
            — {message}
          </li>
        ))}
      </ol>
      {problems > errors.length && <p>И ещё {problems - errors.length}. Исправьте эти и загрузите файл снова</p>}
    </details>
  );
}

/** Formats «Загружено: новых 11, обновлено 3»; of a count that changes nothing else, only what was counted. */
function doneText({ created, updated, held, count }: CommittedImport): string {
  const counted = count ? [`Подсчёт записан: ${count.lines.toLocaleString('ru-RU')}`] : [];
  if (count && created + updated + held === 0) return counted.join('');
  const left = held > 0 ? `, оставлено под вопросом ${held.toLocaleString('ru-RU')}` : '';
  const loaded = `Загружено: новых ${created.toLocaleString('ru-RU')}, обновлено ${updated.toLocaleString('ru-RU')}${left}`;
  return [...counted, loaded].join('. ');
}

/** The stock of known items follows a file only as a count. */
function NothingNew({ onCount }: { onCount: (() => void) | undefined }) {
  if (!onCount)
    return (
      <Notice title="Менять нечего" text="В файле нет новых строк или отличий от того, что уже записано" fill={1} />
    );
  return (
    <Alert color="teal" variant="light" title="Новых позиций и цен в файле нет">
      <Group justify="space-between">
        Если это инвентаризация, запишите её: остатки станут такими, как в файле
        <Button onClick={onCount}>Это подсчёт</Button>
      </Group>
    </Alert>
  );
}

/** The rows of a count whose quantities look like slips, which nobody has confirmed yet. */
function CountedSlips({ question, onConfirm }: { question: string; onConfirm: () => void }) {
  const [title, ...rows] = question.split('\n');
  return (
    <Alert color="amber" variant="light" title={title} role="alert" classNames={{ message: classes.note }}>
      {rows.map((row) => (
        <p key={row}>{row}</p>
      ))}
      <Group>
        <Button onClick={onConfirm}>Всё верно, записать</Button>
        Или исправьте файл и загрузите его снова
      </Group>
    </Alert>
  );
}

interface Agreed {
  confirmed: Confirmed;
  decisions: Decisions;
  counted: (Counted & { confirmed?: true }) | null;
}

const isSlips = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'counted_doubtful';

function useCommit({ importId }: Uploaded, onDone: () => void) {
  return useMutation({
    mutationFn: ({ confirmed, decisions, counted }: Agreed) =>
      api.call('POST /api/import/:importId/commit', {
        params: { importId },
        body: {
          confirmed: confirmed === true ? true : [...confirmed],
          ...decided(decisions),
          ...(counted && { counted }),
        },
      }),
    onSuccess(committed) {
      const { notes } = committed;
      toast.success([doneText(committed), ...notes].join('. '), notes.length > 0 ? { duration: NOTES_MS } : {});
      onDone();
    },
    onError: (error) => isSlips(error) || toast.error(messageOf(error)),
    meta: { invalidates: [['imports'], ['counts']] },
  });
}

export function ImportPreviewPanel({ uploaded, onUploaded, onDone }: ImportPreviewPanelProps) {
  const { file, kind, preview } = uploaded;
  const { timezone } = useVenue();
  const agreed = useRef(false);
  const commit = useCommit(uploaded, onDone);
  const [confirmed, setConfirmed] = useState<Confirmed>(new Set());
  const [decisions, setDecisions] = useState<Decisions>(() => sureDecisions(preview));
  const [counted, setCounted] = useState<Counted | null>(null);
  const hasQuantities = kind === 'items' && preview.columns.some(({ field }) => field === 'quantity');
  const changing = preview.created + preview.updated + confirmedCount(confirmed, preview) + decisions.size;

  /** Ignores a second quick press that comes before the button shows that it is busy. */
  function agree(isVerified = false): void {
    if (agreed.current) return;
    agreed.current = true;
    commit.mutate(
      { confirmed, decisions, counted: counted && { ...counted, ...(isVerified && { confirmed: true }) } },
      {
        onError: () => {
          agreed.current = false;
        },
      },
    );
  }

  return (
    <div className={classes.preview}>
      <h3 className={classes.file}>{file.name}</h3>
      {preview.columns.length > 0 && <Counts preview={preview} />}
      <DoubtfulRows preview={preview} confirmed={confirmed} onConfirmed={setConfirmed} />
      <ConvertedRows preview={preview} />
      <SimilarRows preview={preview} kind={kind} decisions={decisions} onDecisions={setDecisions} />
      {preview.notes.map((note) => (
        <Alert key={note} color="amber" variant="light" classNames={{ message: classes.note }}>
          {note}
        </Alert>
      ))}
      {preview.prices && <PricesRead prices={preview.prices} uploaded={uploaded} onUploaded={onUploaded} />}
      {hasQuantities && <CountedChoice file={file.name} counted={counted} onCounted={setCounted} />}
      {counted && isSlips(commit.error) && (
        <CountedSlips question={commit.error.message} onConfirm={() => agree(true)} />
      )}
      {!counted && changing + preview.doubtful === 0 && preview.columns.length > 0 && (
        <NothingNew onCount={hasQuantities ? () => setCounted(proposedFor(file.name, nowIn(timezone))) : undefined} />
      )}
      <Group>
        {(changing > 0 || counted) && (
          <Button
            loading={commit.isPending}
            disabled={counted?.day === '' || counted?.time === ''}
            onClick={() => agree()}
          >
            {counted
              ? 'Записать подсчёт'
              : `Загрузить ${changing.toLocaleString('ru-RU')} ${plural(changing, ['строку', 'строки', 'строк'])}`}
          </Button>
        )}
        <Button variant="default" onClick={onDone} disabled={commit.isPending}>
          Другой файл
        </Button>
      </Group>
      <ColumnsEditor uploaded={uploaded} onUploaded={onUploaded} />
      <Problems preview={preview} />
      <PreviewRows preview={preview} kind={kind} />
    </div>
  );
}
