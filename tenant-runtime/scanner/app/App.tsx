import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import { lastDraft } from '../amount/draft.ts';
import { messageOf } from '../client/api.ts';
import { useWakeLock } from '../device/use-wake-lock.ts';
import { QueueBar } from '../features/queue/QueueBar.tsx';
import { SignInPage } from '../features/sign-in/SignInPage.tsx';
import { screens, useScreen } from '../navigation/screen.ts';
import type { Session } from '../session/session.ts';
import { givenCode, signInByCode } from '../session/sign-in.ts';
import { useSignedIn } from '../session/use-signed-in.ts';
import { type Workspace, WorkspaceContext } from '../workspace/workspace.ts';
import classes from './App.module.css';
import { CurrentScreen } from './CurrentScreen.tsx';
import { openWorkspace } from './open-workspace.ts';
import { Tabs } from './Tabs.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

function useOpenWorkspace(user: Session['user'] | null): { workspace: Workspace | null; failed: boolean } {
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!user) return;
    let left = false;
    let opened: Workspace | undefined;
    openWorkspace(user).then(
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
  }, [user]);
  return { workspace, failed };
}

/** Restores an unfinished number after a reload by opening its item. */
function useDraft(owner: number): void {
  useEffect(() => {
    const draft = lastDraft(owner);
    if (!draft || screens.current().name !== 'find') return;
    const { itemId, itemKey } = draft;
    screens.open({ name: 'item', ...(itemId === undefined ? { itemKey } : { itemId }) });
  }, [owner]);
}

/** Signs in by the panel's code even when another user is signed in here: the new one takes the phone over. */
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
  const user = useSignedIn();
  const { workspace, failed } = useOpenWorkspace(user);
  return (
    <main className={classes.app}>
      <UpdateNotice />
      {!user && <SignInPage />}
      {user && failed && (
        <p role="alert">Браузер не даёт хранить данные. Выйдите из приватного режима и обновите страницу</p>
      )}
      {user && workspace && <Signed workspace={workspace} />}
    </main>
  );
}
