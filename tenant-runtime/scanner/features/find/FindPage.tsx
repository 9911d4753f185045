import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { Guard } from '@ostatok/kit/web/Guard.tsx';
import { Search } from 'lucide-react';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { Unknown } from '../../catalogue/Unknown.tsx';
import { useCode } from '../../catalogue/use-code.ts';
import { NotLoaded } from '../../device/NotLoaded.tsx';
import { useKeyboardWedge } from '../../keyboard/use-keyboard-wedge.ts';
import { itemScreen, screens } from '../../navigation/screen.ts';
import { localItems, type PhoneItem } from '../../offline/catalogue.ts';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import { useCatalogueVersion, useQueue, useWorkspace } from '../../workspace/workspace.ts';
import { CountStrip } from './CountStrip.tsx';
import classes from './Find.module.css';
import { Recent } from './Recent.tsx';
import { Row } from './Row.tsx';

const Camera = lazy(async () => ({ default: (await import('../../camera/Camera.tsx')).Camera }));

function useFound(text: string): PhoneItem[] {
  const { catalogue } = useWorkspace();
  const { kept } = useQueue();
  const version = useCatalogueVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed catalogue is searched anew
  return useMemo(() => catalogue.search(text, localItems(kept)), [catalogue, text, version, kept]);
}

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
  const code = useCode(({ item, pack }, ean) => screens.open(itemScreen(item, { ean, pack })));

  function show(ean: string): void {
    setMessage(null);
    setText('');
    void code.show(ean);
  }
  useKeyboardWedge({ onCode: show });

  function submit(): void {
    const ean = normaliseEan(text);
    const [only] = found;
    if (ean) show(ean);
    else if (only && found.length === 1) {
      screens.open(itemScreen(only));
    } else if (/^[\d\s-]{8,}$/.test(text)) setMessage('Проверьте код: контрольная цифра не сходится');
    else if (catalogue.size() === 0) setMessage('Позиции ещё не загружены. Проверьте связь');
    else if (text.trim() !== '' && found.length === 0) setMessage('Ничего не нашлось. Проверьте название или код');
  }

  return (
    <div className={classes.find}>
      <CountStrip />
      <Guard fallback={<NotLoaded what="Камера не загрузилась. Введите код или название." />}>
        <Suspense fallback={<div className={classes.camera} />}>
          <Camera
            onCode={(ean) => {
              navigator.vibrate?.(60);
              show(ean);
            }}
          />
        </Suspense>
      </Guard>
      {code.asked && <Notice>Ищем код {code.asked}…</Notice>}
      {code.unknown && <Unknown code={code.unknown} onForget={code.forget} />}
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Search size={22} aria-hidden />
        <input
          aria-label="Штрихкод или название"
          placeholder="Штрихкод или название"
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMessage(null);
          }}
        />
      </form>
      {message && <Notice failure>{message}</Notice>}
      {!message && text.trim() !== '' && found.length === 0 && !/^[\d\s-]+$/.test(text) && catalogue.size() > 0 && (
        <Notice>Ничего не нашлось. Проверьте название</Notice>
      )}
      {text.trim() === '' && !code.unknown && <Recent />}
      <Found items={found} />
    </div>
  );
}
