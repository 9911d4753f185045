import { useState } from 'react';
import { packSizeOf } from '../../amount/pack-sizes.ts';
import { itemScreen, type Screen, screens } from '../../navigation/screen.ts';
import { localItems, type PhoneItem } from '../../offline/catalogue.ts';
import { shortCode } from '../../recording/short-code.ts';
import { useRecord } from '../../recording/use-record.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import ui from '../../ui/ui.module.css';
import { useQueue, useWorkspace } from '../../workspace/workspace.ts';

const MOST_IN_CASE = 999;

/** Attaches a barcode to an item and asks how many bottles it stands for. */
function Pack({
  item,
  ean,
  mark,
  onBack,
}: {
  item: PhoneItem;
  ean: string;
  mark?: string | undefined;
  onBack: () => void;
}) {
  const { user } = useWorkspace();
  const { record, busy } = useRecord();
  // A code of fourteen digits (GTIN-14) belongs to a case.
  const [text, setText] = useState(ean.length === 14 ? '12' : '1');
  const pack = Number(text);
  const wrong = !(Number.isInteger(pack) && pack >= 1 && pack <= MOST_IN_CASE);
  async function save(): Promise<void> {
    if (wrong || !(await record(item, { kind: 'code', ean, pack }, `код ${ean}`))) return;
    screens.replace(itemScreen(item, { ean, pack, ...(mark !== undefined && { mark }) }));
  }
  return (
    <Page title={item.name} onBack={onBack}>
      <Field
        label="Сколько бутылок или штук за этим кодом"
        hint={packSizeOf(item, wrong ? 1 : pack)?.label ?? 'Бутылка — 1, ящик — сколько в нём'}
        error={wrong ? `Целое число от 1 до ${MOST_IN_CASE}` : undefined}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value.trim())}
      />
      <Button look="primary" big busy={busy} disabled={wrong} onClick={() => void save()}>
        Привязать код {ean}
      </Button>
      {user.role !== 'admin' && <p className={ui.dim}>Код заработает сразу. Администратор увидит его и подтвердит</p>}
    </Page>
  );
}

/** Says whose bottle a mark is that has no barcode. */
function Bottle({ item, mark, onBack }: { item: PhoneItem; mark: string; onBack: () => void }) {
  const { record, busy } = useRecord();
  async function save(): Promise<void> {
    if (!(await record(item, { kind: 'mark', mark }, `марка ${shortCode(mark)}`))) return;
    screens.replace(itemScreen(item, { pack: 1, mark }));
  }
  return (
    <Page title={item.name} onBack={onBack}>
      <p className={ui.dim}>Марка {shortCode(mark)}. В следующий раз такая бутылка найдётся сама</p>
      <Button look="primary" big busy={busy} onClick={() => void save()}>
        Это {item.name}
      </Button>
    </Page>
  );
}

export function AttachPage({ screen: { ean, mark } }: { screen: Extract<Screen, { name: 'attach' }> }) {
  const { catalogue } = useWorkspace();
  const { kept } = useQueue();
  const [text, setText] = useState('');
  const [item, setItem] = useState<PhoneItem | null>(null);
  const found = catalogue.search(text, localItems(kept));
  const back = (): void => setItem(null);
  if (item && ean !== undefined) return <Pack item={item} ean={ean} mark={mark} onBack={back} />;
  if (item && mark !== undefined) return <Bottle item={item} mark={mark} onBack={back} />;
  return (
    <Page title={ean === undefined ? 'Чья это бутылка?' : `Чей код ${ean}?`} onBack={screens.back}>
      <Field
        label="Название или артикул"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        enterKeyHint="search"
      />
      <ul className={ui.rows}>
        {found.map((one) => (
          <li key={one.key ?? one.id}>
            <button type="button" className={ui.row} onClick={() => setItem(one)}>
              <span>{one.name}</span>
              <span className={ui.dim}>{one.category}</span>
            </button>
          </li>
        ))}
      </ul>
      {text.trim() !== '' && found.length === 0 && <Notice>Ничего не нашлось. Проверьте название</Notice>}
    </Page>
  );
}
