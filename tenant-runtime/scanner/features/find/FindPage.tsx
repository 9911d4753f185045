import { Alert, TextInput, UnstyledButton } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { normaliseEan } from '@ostatok/tenant-runtime/contract/ean.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { keepItems, searchStock } from '../../lib/stock.ts';
import { useCopyVersion, useWorkspace } from '../../lib/workspace.ts';
import classes from './Find.module.css';

const Camera = lazy(async () => ({ default: (await import('./Camera.tsx')).Camera }));

interface LookupAnswer {
  item?: Item;
  alias?: { name?: string };
}

/** The phone's own copy first: it needs no connection. */
function useLookup(onItem: (item: Item) => void) {
  const { db } = useWorkspace();
  const [message, setMessage] = useState<string | null>(null);

  async function lookUp(ean: string): Promise<void> {
    setMessage(null);
    const known = await db.getFromIndex('items', 'ean', ean);
    if (known) return onItem(known);
    try {
      const { item, alias } = await api.get<LookupAnswer>(`/lookup/${ean}`);
      if (item) {
        await keepItems(db, [item]);
        onItem(item);
      } else {
        setMessage(`${alias?.name ?? ean}: такой позиции в заведении нет. Добавьте её в панели`);
      }
    } catch (error) {
      const unknown = error instanceof ApiError && error.status === 404;
      setMessage(unknown ? `Код ${ean} не знаком. Найдите позицию по названию` : messageOf(error));
    }
  }
  return { lookUp, message, setMessage };
}

function useFound(text: string): Item[] {
  const { db } = useWorkspace();
  const version = useCopyVersion();
  const [found, setFound] = useState<Item[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed copy is searched anew
  useEffect(() => {
    let stale = false;
    void searchStock(db, text).then((items) => {
      if (!stale) setFound(items);
    });
    return () => {
      stale = true;
    };
  }, [db, text, version]);
  return found;
}

export function FindPage({ onItem }: { onItem: (item: Item) => void }) {
  const [text, setText] = useState('');
  const found = useFound(text);
  const { lookUp, message, setMessage } = useLookup(onItem);
  const copied = useCopyVersion() > 0;

  function submit(): void {
    const ean = normaliseEan(text);
    const [only] = found;
    if (ean) void lookUp(ean);
    else if (only && found.length === 1) onItem(only);
    else if (/^[\d\s-]{8,}$/.test(text)) setMessage('Проверьте код: контрольная цифра не сходится');
    else if (!copied) setMessage('Позиции ещё не загружены. Проверьте связь');
    else if (text.trim() && found.length === 0) setMessage('Ничего не нашлось. Проверьте название');
  }

  return (
    <div className={classes.find}>
      <Suspense fallback={<div className={classes.camera} />}>
        <Camera
          onCode={(ean) => {
            navigator.vibrate?.(60);
            void lookUp(ean);
          }}
        />
      </Suspense>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          size="lg"
          aria-label="Штрихкод или название"
          placeholder="Штрихкод или название"
          leftSection={<Search size={22} aria-hidden />}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMessage(null);
          }}
        />
      </form>
      {message && (
        <Alert color="amber" variant="light" role="alert" className={classes.message}>
          {message}
        </Alert>
      )}
      <ul className={classes.found}>
        {found.map((item) => (
          <li key={item.id}>
            <UnstyledButton className={classes.item} onClick={() => onItem(item)}>
              <span>{item.name}</span>
              <b>{formatQuantity(item.quantity, item.unit)}</b>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
