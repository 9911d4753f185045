import { formatDateTime, plural } from '@ostatok/kit/web/format.ts';
import { useState } from 'react';
import { InstallHint } from '../../device/InstallHint.tsx';
import { screens } from '../../navigation/screen.ts';
import { readAt } from '../../offline/stock.ts';
import { signOut } from '../../session/sign-out.ts';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { Sure } from '../../ui/Sure.tsx';
import { useRead } from '../../workspace/use-read.ts';
import { useCatalogueVersion, useQueue, useWorkspace } from '../../workspace/workspace.ts';
import classes from './About.module.css';

interface Facts {
  persisted: boolean | null;
  usedMb: number | null;
  readAt: number | undefined;
  /** The number of drinks that are named without a connection. */
  drinks: number;
}

async function countDrinks(): Promise<number> {
  const { readState } = await import('../../offline/drinks.ts');
  return (await readState()).rows;
}

const drinksText = ({ drinks }: Facts): string =>
  drinks > 0 ? drinks.toLocaleString('ru-RU') : 'справочник ещё не загружен';

function useFacts(): Facts | undefined {
  const { db } = useWorkspace();
  const version = useCatalogueVersion();
  return useRead(async () => {
    const persisted = (await navigator.storage?.persisted?.().catch(() => null)) ?? null;
    const usage = (await navigator.storage?.estimate?.().catch(() => null))?.usage;
    return {
      persisted,
      usedMb: usage === undefined ? null : Math.round(usage / 100_000) / 10,
      readAt: await readAt(db),
      drinks: await countDrinks().catch(() => 0),
    };
  }, [db, version]);
}

const persistence = {
  true: 'Браузер обещал не удалять данные сам',
  false: 'Браузер может удалить данные, если не хватит места. Добавьте сканер на главный экран телефона',
  null: 'Браузер не говорит, бережёт ли он данные. Добавьте сканер на главный экран телефона',
};

export function AboutPage() {
  const { user, catalogue, refresh } = useWorkspace();
  const { kept } = useQueue();
  const facts = useFacts();
  const [busy, setBusy] = useState(false);
  const waiting = plural(kept.length, ['запись', 'записи', 'записей']);
  return (
    <Page title="О приложении" onBack={screens.back}>
      <InstallHint />
      <dl className={classes.facts}>
        <dt>Вы вошли как</dt>
        <dd>{user.name || user.username}</dd>
        <dt>Позиций в телефоне</dt>
        <dd>{catalogue.size()}</dd>
        <dt>Обновлены</dt>
        <dd>{facts?.readAt ? formatDateTime(new Date(facts.readAt)) : 'ещё ни разу'}</dd>
        <dt>Напитков узнаёт без связи</dt>
        <dd>{facts ? drinksText(facts) : '…'}</dd>
        <dt>Ждёт отправки</dt>
        <dd>{kept.length === 0 ? 'ничего' : `${kept.length} ${waiting}`}</dd>
        <dt>Хранение</dt>
        <dd>{facts ? persistence[`${facts.persisted}`] : '…'}</dd>
        {facts?.usedMb != null && (
          <>
            <dt>Занято в телефоне</dt>
            <dd>{String(facts.usedMb).replace('.', ',')} МБ</dd>
          </>
        )}
      </dl>
      <Button
        busy={busy}
        onClick={() => {
          setBusy(true);
          void refresh().finally(() => setBusy(false));
        }}
      >
        Обновить позиции
      </Button>
      <a className={classes.link} href="/">
        Открыть панель
      </a>
      <Sure ask="Выйти" yes="Точно выйти" no="Остаться" onSure={signOut} />
      <p className={classes.note}>Чтобы войти снова, нужна связь</p>
      {kept.length > 0 && (
        <p className={classes.note}>Неотправленное останется в телефоне и уйдёт, когда вы войдёте снова</p>
      )}
    </Page>
  );
}
