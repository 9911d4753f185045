import { readCode, readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { memo, useState } from 'react';
import { LazyCamera } from '../../camera/LazyCamera.tsx';
import { Unknown } from '../../catalogue/Unknown.tsx';
import { useCode } from '../../catalogue/use-code.ts';
import { useFound } from '../../catalogue/use-found.ts';
import { useCounting } from '../../counts/counting.ts';
import { useKeyboardWedge } from '../../keyboard/use-keyboard-wedge.ts';
import { itemScreen, screens } from '../../navigation/screen.ts';
import type { FoundByCode, PhoneItem } from '../../offline/catalogue.ts';
import { dismissLast } from '../../recording/last-toast.ts';
import { toastNotCounted } from '../../recording/seen-toasts.ts';
import { shortCode } from '../../recording/short-code.ts';
import { useBottle } from '../../recording/use-bottle.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import ui from '../../ui/ui.module.css';
import { useWorkspace } from '../../workspace/workspace.ts';
import { CountStrip } from './CountStrip.tsx';
import classes from './Find.module.css';
import { Recent } from './Recent.tsx';
import { Row } from './Row.tsx';
import { SeriesButton } from './SeriesButton.tsx';

/** Memoised, so that it is rendered again only when the found items change, not with every key. */
const Found = memo(({ items }: { items: PhoneItem[] }) => (
  <ul className={ui.rows}>
    {items.map((item) => (
      <Row key={item.key ?? item.id} item={item} />
    ))}
  </ul>
));

export function FindPage() {
  const { catalogue } = useWorkspace();
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const found = useFound(text);
  const counting = useCounting();
  const countBottle = useBottle();
  const code = useCode(open, countOvertaken);

  /** A whole bottle is counted by its mark at once; anything else opens its screen. */
  async function open(bottle: FoundByCode, scanned: string): Promise<void> {
    const { item, pack } = bottle;
    const mark = readMark(scanned)?.mark;
    if (mark === undefined) screens.open(itemScreen(item, { ean: scanned, pack }));
    else if (!(await countBottle(bottle, mark))) screens.open(itemScreen(item, { pack, mark }));
  }

  /** A bottle whose answer comes after the next scan is counted all the same, or the person is told that it is not. */
  async function countOvertaken(scanned: string, bottle: FoundByCode | undefined): Promise<void> {
    const mark = readMark(scanned)?.mark;
    if (!counting || mark === undefined) return;
    const isCounted = bottle && (await countBottle(bottle, mark).catch(() => false));
    if (!isCounted) toastNotCounted(mark);
  }

  function show(scanned: string): void {
    setMessage(null);
    setText('');
    // The toast of the bottle before must not cover what is said of this one.
    dismissLast();
    void code.show(scanned);
  }
  useKeyboardWedge({ onCode: show });

  function submit(): void {
    const scanned = readCode(text);
    const [only] = found;
    if (scanned) show(scanned);
    else if (only && found.length === 1) {
      screens.open(itemScreen(only));
    } else if (/^[\d\s-]{8,}$/.test(text)) setMessage('Проверьте код: контрольная цифра не сходится');
    else if (catalogue.size() === 0) setMessage('Позиции ещё не загружены. Проверьте связь');
    else if (text.trim() !== '' && found.length === 0) setMessage('Ничего не нашлось. Проверьте название или код');
  }

  return (
    <div className={classes.find}>
      <CountStrip />
      <LazyCamera
        onCode={(scanned) => {
          navigator.vibrate?.(60);
          show(scanned);
        }}
      />
      {code.asked && <Notice>Ищем код {shortCode(code.asked)}…</Notice>}
      {code.unknown && <Unknown code={code.unknown} onForget={code.forget} />}
      <SearchField
        label="Штрихкод или название"
        value={text}
        onChange={(value) => {
          setText(value);
          setMessage(null);
        }}
        onSubmit={submit}
      />
      {message && <Notice failure>{message}</Notice>}
      {!message && text.trim() !== '' && found.length === 0 && !/^[\d\s-]+$/.test(text) && catalogue.size() > 0 && (
        <Notice>Ничего не нашлось. Проверьте название</Notice>
      )}
      {text.trim() === '' && !code.unknown && <SeriesButton />}
      {text.trim() === '' && !code.unknown && <Recent />}
      <Found items={found} />
    </div>
  );
}
