import { useState } from 'react';

/** Takes a file by a file dialog or by drag and drop. */
export function FileDrop({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file && !isBusy) onFile(file);
  };
  return (
    <label
      className={`import-drop${isOver ? ' is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <input
        type="file"
        accept=".xlsx,.xls,.csv,.tsv,.csv.gz,.tsv.gz,.gz"
        disabled={isBusy}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <strong>{isBusy ? 'Читаем файл…' : 'Выберите файл или перетащите его сюда'}</strong>
      <span className="dim">
        Excel (.xlsx, .xls), CSV или TSV, можно сжатые в .gz: до 256 МБ и 1 500 000 строк. Нужен столбец со штрихкодом.
      </span>
    </label>
  );
}
