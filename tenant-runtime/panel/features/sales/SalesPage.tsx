import { Alert } from '@mantine/core';
import { newId } from '@ostatok/kit/web/new-id.ts';
import { MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { DropZone } from '../../files/DropZone.tsx';
import { Page } from '../../ui/Page.tsx';
import { Feeds } from './Feeds.tsx';
import { FilePreview } from './FilePreview.tsx';
import { OpenDishes } from './OpenDishes.tsx';
import { PeriodQuestion } from './PeriodQuestion.tsx';
import { SalesColumns } from './SalesColumns.tsx';
import { SalesFiles } from './SalesFiles.tsx';
import { Sources } from './Sources.tsx';
import { type Step, useSalesUpload } from './use-sales-upload.ts';

const FORMATS = 'iiko, r_keeper, Poster, МойСклад, Эвотор, Square, Toast, 1С, любая таблица';

export function SalesPage() {
  const [step, setStep] = useState<Step | null>(null);
  const upload = useSalesUpload(setStep);
  const close = (): void => {
    upload.reset();
    setStep(null);
  };
  const shared = { isReading: upload.isPending, onRead: upload.mutate, onClose: close };
  return (
    <Page title="Продажи">
      {upload.error && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(upload.error)}
        </Alert>
      )}
      {step === null && (
        <DropZone
          label="Файл продаж"
          button="Загрузить продажи"
          accept=".xlsx,.xls,.csv,.json,.jsonc,.xml"
          hint={`${FORMATS}, до ${MAX_FILE_BYTES / 1024 / 1024} МБ. Сначала покажем, что в файле`}
          busy={upload.isPending}
          onFile={(file) => upload.mutate({ key: newId(), file })}
        />
      )}
      {step?.kind === 'preview' && (
        <FilePreview
          key={step.file.id}
          file={step.file}
          onAssigned={(file) => setStep({ kind: 'preview', file })}
          onClose={close}
        />
      )}
      {step?.kind === 'columns' && <SalesColumns table={step.table} upload={step.upload} {...shared} />}
      {step?.kind === 'period' && <PeriodQuestion question={step.question} upload={step.upload} {...shared} />}
      <Feeds />
      <Sources />
      <OpenDishes />
      <SalesFiles onOpen={(file) => setStep({ kind: 'preview', file })} />
    </Page>
  );
}
