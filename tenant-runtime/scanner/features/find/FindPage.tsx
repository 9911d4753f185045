import { normaliseEan } from '@ostatok/tenant-runtime/contract/ean.ts';
import { Search } from 'lucide-react';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { localItems, type PhoneItem } from '../../lib/catalogue.ts';
import { screens } from '../../lib/screen.ts';
import { useGun } from '../../lib/use-gun.ts';
import { type UnknownCode, useLookup } from '../../lib/use-lookup.ts';
import { useCatalogueVersion, useQueue, useWorkspace } from '../../lib/workspace.ts';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import { CountStrip } from './CountStrip.tsx';
import classes from './Find.module.css';
import { Recent } from './Recent.tsx';
import { Row } from './Row.tsx';
import { Unknown } from './Unknown.tsx';

const Camera = lazy(async () => ({ default: (await import('./Camera.tsx')).Camera }));

function useCode() {
  const lookUp = useLookup();
  const [unknown, setUnknown] = useState<UnknownCode | null>(null);
  const [asked, setAsked] = useState<string | null>(null);

  async function show(ean: string): Promise<void> {
    // The camera goes on seeing the bottle while the server is asked.
    if (asked === ean || unknown?.ean === ean) return;
    setUnknown(null);
    setAsked(ean);
    try {
      const found = (await lookUp.known(ean)) ?? (await lookUp.ask(ean));
      if ('item' in found) screens.open(lookUp.screenOf(found, ean));
      else setUnknown(found);
    } finally {
      setAsked(null);
    }
  }
  return { show, unknown, forget: () => setUnknown(null) };
}

function useFound(text: string): PhoneItem[] {
  const { catalogue } = useWorkspace();
  const { kept } = useQueue();
  const version = useCatalogueVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed catalogue is searched anew
  return useMemo(() => catalogue.search(text, localItems(kept)), [catalogue, text, version, kept]);
}

/** Drawn anew when other items are found, not with every key. */
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
  const code = useCode();

  function show(ean: string): void {
    setMessage(null);
    setText('');
    void code.show(ean);
  }
  useGun({ onCode: show });

  function submit(): void {
    const ean = normaliseEan(text);
    const [only] = found;
    if (ean) show(ean);
    else if (only && found.length === 1) {
      screens.open({ name: 'item', ...(only.key === undefined ? { itemId: only.id } : { itemKey: only.key }) });
    } else if (/^[\d\s-]{8,}$/.test(text)) setMessage('Проверьте код: контрольная цифра не сходится');
    else if (catalogue.size() === 0) setMessage('Позиции ещё не загружены. Проверьте связь');
  }

  return (
    <div className={classes.find}>
      <CountStrip />
      <Suspense fallback={<div className={classes.camera} />}>
        <Camera
          onCode={(ean) => {
            navigator.vibrate?.(60);
            show(ean);
          }}
        />
      </Suspense>
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
