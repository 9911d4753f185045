import { ActionIcon } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import { LogOut } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { CountPage } from '../features/count/CountPage.tsx';
import { lastDraft } from '../features/count/draft.ts';
import { FindPage } from '../features/find/FindPage.tsx';
import { QueueBar } from '../features/queue/QueueBar.tsx';
import { SignInPage } from '../features/sign-in/SignInPage.tsx';
import { type Session, session } from '../lib/session.ts';
import { openWorkspace, type Workspace, WorkspaceContext } from '../lib/workspace.ts';
import classes from './App.module.css';
import { UpdateNotice } from './UpdateNotice.tsx';

function useOpenWorkspace(current: Session | null): { workspace: Workspace | null; failed: boolean } {
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!current) return;
    let left = false;
    let opened: Workspace | undefined;
    openWorkspace(current).then(
      (ready) => {
        opened = ready;
        if (left) ready.close();
        else setWorkspace(ready);
      },
      () => setFailed(true),
    );
    return () => {
      left = true;
      opened?.close();
      setWorkspace(null);
    };
  }, [current]);
  return { workspace, failed };
}

function Signed({ workspace }: { workspace: Workspace }) {
  // A number half typed when the page went away comes back with its item.
  const [item, setItem] = useState<Item | null>(() => {
    const draft = lastDraft();
    return draft?.text ? draft.item : null;
  });
  return (
    <WorkspaceContext value={workspace}>
      <header className={classes.header}>
        <Mark size={32} />
        <b>Сканер</b>
        <a href="/" className={classes.link}>
          Панель
        </a>
        <ActionIcon aria-label="Выйти" onClick={session.signOut}>
          <LogOut size={22} aria-hidden />
        </ActionIcon>
      </header>
      <QueueBar />
      {item ? <CountPage key={item.id} item={item} onDone={() => setItem(null)} /> : <FindPage onItem={setItem} />}
    </WorkspaceContext>
  );
}

export function App() {
  const current = useSyncExternalStore(session.subscribe, session.current);
  const { workspace, failed } = useOpenWorkspace(current);
  return (
    <main className={classes.app}>
      <UpdateNotice />
      {!current && <SignInPage />}
      {current && failed && (
        <p role="alert">Браузер не даёт хранить данные. Выйдите из приватного режима и обновите страницу</p>
      )}
      {current && workspace && <Signed workspace={workspace} />}
    </main>
  );
}
