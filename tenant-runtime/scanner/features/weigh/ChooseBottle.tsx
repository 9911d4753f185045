import { readCode } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { useState } from 'react';
import { LazyCamera } from '../../camera/LazyCamera.tsx';
import { Unknown } from '../../catalogue/Unknown.tsx';
import { useCode } from '../../catalogue/use-code.ts';
import { useFound } from '../../catalogue/use-found.ts';
import { useKeyboardWedge } from '../../keyboard/use-keyboard-wedge.ts';
import type { PhoneItem } from '../../offline/catalogue.ts';
import { shortCode } from '../../recording/short-code.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import ui from '../../ui/ui.module.css';
import classes from './Series.module.css';

/** Chooses the next bottle by its code or its name. */
export function ChooseBottle({ onChoose }: { onChoose: (item: PhoneItem) => void }) {
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const found = useFound(text);
  const code = useCode(({ item }) => choose(item));

  function choose(item: PhoneItem): void {
    setText('');
    setIsWrong(false);
    code.forget();
    onChoose(item);
  }
  function submit(): void {
    const scanned = readCode(text);
    const [only] = found;
    if (scanned) void code.show(scanned);
    else if (only && found.length === 1) choose(only);
    else setIsWrong(text.trim() !== '' && found.length === 0);
  }
  useKeyboardWedge({ onCode: (scanned) => void code.show(scanned) });

  return (
    <>
      <div className={classes.camera}>
        <LazyCamera onCode={(scanned) => void code.show(scanned)} />
      </div>
      {code.asked && <Notice>Ищем код {shortCode(code.asked)}…</Notice>}
      {code.unknown && <Unknown code={code.unknown} onForget={code.forget} />}
      <SearchField
        label="Штрихкод или название"
        value={text}
        onChange={(value) => {
          setText(value);
          setIsWrong(false);
        }}
        onSubmit={submit}
      />
      {isWrong && <Notice failure>Ничего не нашлось. Проверьте название или код</Notice>}
      {found.length > 0 && (
        <ul className={ui.rows}>
          {found.map((item) => (
            <li key={item.key ?? item.id}>
              <button type="button" className={ui.row} onClick={() => choose(item)}>
                {item.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
