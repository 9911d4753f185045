import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useEffect, useState, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { QueueBar } from '../features/queue/QueueBar.tsx';
import { SignInPage } from '../features/sign-in/SignInPage.tsx';
import { messageOf } from '../lib/api.ts';
import { lastDraft } from '../lib/draft.ts';
import { screens, useScreen } from '../lib/screen.ts';
import { type Session, session } from '../lib/session.ts';
import { givenCode, signInByCode } from '../lib/sign-in.ts';
import { useWakeLock } from '../lib/use-wake-lock.ts';
import { openWorkspace, type Workspace, WorkspaceContext } from '../lib/workspace.ts';
import classes from './App.module.css';
import { CurrentScreen } from './CurrentScreen.tsx';
import { Tabs } from './Tabs.tsx';
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

/** A number half typed when the page went away comes back with its item. */
function useDraft(owner: number): void {
  useEffect(() => {
    const draft = lastDraft(owner);
    if (!draft || screens.current().name !== 'find') return;
    const { itemId, itemKey } = draft;
    screens.open({ name: 'item', ...(itemId === undefined ? { itemKey } : { itemId }) });
  }, [owner]);
}

/** The panel's code is good although somebody is signed in here: whoever shows it takes the phone over. */
function useGivenCode(): void {
  useEffect(() => {
    const code = givenCode();
    if (code) signInByCode(code).catch((error: unknown) => toast.error(messageOf(error)));
  }, []);
}

function Signed({ workspace }: { workspace: Workspace }) {
  const screen = useScreen();
  useDraft(workspace.user.id);
  useGivenCode();
  useWakeLock(screen);
  const atRoot = screen.name === 'find' || screen.name === 'counts';
  return (
    <WorkspaceContext value={workspace}>
      {atRoot && (
        <header className={classes.header}>
          <Mark size={28} />
          <b>Сканер</b>
          <span className={classes.person}>{workspace.user.name || workspace.user.username}</span>
        </header>
      )}
      {screen.name !== 'queue' && <QueueBar />}
      <CurrentScreen screen={screen} />
      {atRoot && <Tabs screen={screen} />}
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
