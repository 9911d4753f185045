import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { AliasImportAnswer, AliasImportDone } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import type { AliasImportField } from '@ostatok/api/contract/alias-imports.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { openDialog } from '../../ui/dialogs.tsx';
import { toastDone, toastFailed } from '../../ui/toasts.tsx';
import { commit, IMPORTS, nameColumn, nameSource, readFile, readStarterList, saveRejects, undo } from './calls.ts';
import { FileDrop } from './FileDrop.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { SourceField } from './SourceField.tsx';
import './import.css';

const countText = (count: number): string => count.toLocaleString('ru-RU');

function Done({ done }: { done: AliasImportDone }) {
  return (
    <p role="status">
      Загружено. Добавлено: {countText(done.created)}, изменено: {countText(done.updated)}, без изменений:{' '}
      {countText(done.unchanged)}.
      {done.skipped > 0 && ` Не подошло к каталогу, который тем временем изменили: ${countText(done.skipped)}.`}
    </p>
  );
}

interface ImportDialogProps {
  /** What was read already; without it the dialog asks for a file. */
  initial?: AliasImportAnswer;
  onClose: () => void;
}

/** Imports aliases from a workbook: file, preview, import and undo. */
function ImportDialog({ initial, onClose }: ImportDialogProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [read, setRead] = useState(initial);
  const [source, setSource] = useState(initial?.source ?? '');
  const [done, setDone] = useState<AliasImportDone>();

  async function busy(failure: string, work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailed(failure, error);
    } finally {
      setBusy(false);
    }
  }
  const choose = (file: File) =>
    busy('Файл не прочитан', async () => {
      const answer = await readFile(file);
      setRead(answer);
      setSource(answer.source ?? '');
    });
  const correct = (column: string, field: AliasImportField | null) =>
    busy('Столбец не изменён', async () => read && setRead(await nameColumn(read.importId, column, field)));
  const compare = (given: string | null) =>
    busy('Источник не записан', async () => read && setRead(await nameSource(read.importId, given)));
  const isCompared = (source.trim() || null) === (read?.source ?? null);
  const write = () => busy('Алиасы не загружены', async () => read && setDone(await commit(read.importId)));
  const save = () => busy('Список не сохранён', async () => read && saveRejects(read));
  const takeBack = () =>
    busy('Загрузка не отменена', async () => {
      if (!done) return;
      toastDone((await undo(done.importId)).message);
      onClose();
    });
  const changes = read ? read.preview.created + read.preview.updated : 0;

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth={read ? 'md' : 'sm'} fullWidth>
      <DialogTitle id={id}>{read ? `Загрузка: ${read.file}` : 'Загрузка алиасов из файла'}</DialogTitle>
      <DialogContent>
        {done ? (
          <Done done={done} />
        ) : read ? (
          <>
            <SourceField source={read.source} text={source} isBusy={isBusy} onText={setSource} onSource={compare} />
            {read.source && !read.preview.later && (
              <p role="status">Списков источника {quoted(read.source)} ещё не загружали: сверять пока не с чем.</p>
            )}
            <ImportPreview preview={read.preview} isBusy={isBusy} onColumn={correct} onRejects={save} />
          </>
        ) : (
          <>
            <FileDrop isBusy={isBusy} onFile={choose} />
            <p>
              <Link to={IMPORTS} onClick={onClose}>
                Прежние загрузки
              </Link>
            </p>
          </>
        )}
      </DialogContent>
      <DialogActions>
        {read && !done && (
          <Button color="inherit" disabled={isBusy} onClick={() => setRead(undefined)}>
            Другой файл
          </Button>
        )}
        {done && done.created + done.updated > 0 && (
          <Button color="inherit" disabled={isBusy} onClick={takeBack}>
            Отменить загрузку
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          {done ? 'Закрыть' : 'Отмена'}
        </Button>
        {read && !done && (
          <Button variant="contained" disabled={isBusy || changes === 0 || !isCompared} onClick={write}>
            {!isCompared
              ? 'Сначала сверьте источник'
              : changes === 0
                ? 'Загружать нечего'
                : `Загрузить: ${countText(changes)}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** `isMain` makes it the page's primary button. */
export const ImportButton = ({ isMain = false }: { isMain?: boolean }) => (
  <Button
    {...(isMain ? { variant: 'contained' } : { color: 'inherit' })}
    onClick={() => openDialog((close) => <ImportDialog onClose={close} />)}
  >
    Загрузить из файла
  </Button>
);

/** Shows what the starter list would change, to be loaded from there. */
export function StarterListButton() {
  const [isBusy, setBusy] = useState(false);

  async function open(): Promise<void> {
    setBusy(true);
    try {
      const initial = await readStarterList();
      openDialog((close) => <ImportDialog initial={initial} onClose={close} />);
    } catch (error) {
      toastFailed('Список не прочитан', error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="outlined" disabled={isBusy} onClick={open}>
      Загрузить известные напитки
    </Button>
  );
}
