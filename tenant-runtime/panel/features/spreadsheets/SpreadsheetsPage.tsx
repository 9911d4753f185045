import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ExportButton } from '../../files/ExportButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { useIsAdmin } from '../../workspace/workspace.ts';
import { ImportForm } from './ImportForm.tsx';
import { ImportPreviewPanel } from './ImportPreviewPanel.tsx';
import { PastImports } from './PastImports.tsx';
import classes from './Spreadsheets.module.css';
import type { Uploaded } from './use-upload.ts';

export function SpreadsheetsPage() {
  const isAdmin = useIsAdmin();
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  return (
    <Page title="Excel">
      <section className={classes.section}>
        <Title order={2} size="h3">
          Скачать
        </Title>
        <div className={classes.exports}>
          <ExportButton report="items" label="Остатки" />
          <ExportButton report="discrepancies" label="Расхождения" />
          <ExportButton report="changes" label="Журнал" />
        </div>
      </section>
      <section className={classes.section}>
        <Title order={2} size="h3">
          Загрузить
        </Title>
        {!isAdmin && <Text c="dimmed">Загружать файлы может администратор заведения</Text>}
        {isAdmin && !uploaded && <ImportForm onUploaded={setUploaded} />}
        {isAdmin && uploaded && (
          <ImportPreviewPanel
            key={uploaded.importId}
            uploaded={uploaded}
            onUploaded={setUploaded}
            onDone={() => setUploaded(null)}
          />
        )}
      </section>
      {isAdmin && <PastImports />}
    </Page>
  );
}
