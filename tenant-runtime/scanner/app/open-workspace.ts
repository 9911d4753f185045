import { createChatOnDemand } from '../chat/own-chat.ts';
import { openApi } from '../client/api.ts';
import { refreshCounts } from '../counts/counts.ts';
import { type Catalogue, createCatalogue } from '../offline/catalogue.ts';
import { type Database, openDatabase } from '../offline/database.ts';
import { keepMark, refreshMarks } from '../offline/marks.ts';
import { createOtherTabs, type OtherTabs } from '../offline/other-tabs.ts';
import { createQueue, type Queue } from '../offline/queue.ts';
import type { Api } from '../offline/send.ts';
import { DATASET, forgetWhenBlindnessChanged, refreshStock } from '../offline/stock.ts';
import { toastSeen } from '../recording/seen-toasts.ts';
import { toastReverses } from '../recording/take-back-toasts.ts';
import type { Session } from '../session/session.ts';
import { refreshSettings } from '../workspace/settings.ts';
import { createSignal, type Signal, type Workspace } from '../workspace/workspace.ts';

const REFRESH_MS = 60_000;

/** Runs one refresh at a time: a slow reading must not be overtaken by the next. */
function createRefresh({ db, api, user }: { db: Database; api: Api; user: Session['user'] }, deps: RefreshDeps) {
  let running: Promise<void> | undefined;
  async function readStock(): Promise<void> {
    const stock = await refreshStock(db, api);
    if (stock.all) await deps.catalogue.load();
    else deps.catalogue.take(stock.items);
    if (stock.all || stock.items.length > 0) deps.otherTabs.notify();
  }
  async function read(): Promise<void> {
    await readStock();
    await refreshSettings(db, api);
    deps.settings.raise();
    if (await refreshCounts(db, api, user.id)) {
      deps.counts.raise();
      deps.otherTabs.notify();
      // Another blind count hides other items, even when something was hidden both before and now.
      if (await forgetWhenBlindnessChanged(db)) await readStock();
    }
    // Without marks the phone counts as ever.
    await refreshMarks(api, String((await db.get('facts', DATASET)) ?? '')).catch(() => {});
  }
  return (): Promise<void> => {
    // Without a connection the phone's copy is used; the next round tries again.
    running ??= read()
      .then(deps.onRead)
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
interface RefreshDeps {
  catalogue: Catalogue;
  counts: Signal;
  settings: Signal;
  otherTabs: OtherTabs;
  onRead: () => void;
}

/** Takes what is large and can wait, once the venue's own data are here and the user's records there. */
function takeDrinksLater(api: Api, { snapshot }: Pick<Queue, 'snapshot'>): void {
  const { sending, problem } = snapshot();
  if (sending || problem) return;
  import('../offline/drinks-refresh.ts').then(({ refreshDrinks }) => refreshDrinks(api)).catch(() => {});
}

/** Calls `wake` whenever a new attempt may succeed. */
function watch(wake: () => void): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  const timer = setInterval(wake, REFRESH_MS);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

export async function openWorkspace(user: Session['user']): Promise<Workspace> {
  const db = await openDatabase();
  // Browsers may delete storage that is not persistent; a refusal is shown under «О приложении».
  void navigator.storage?.persist?.().catch(() => {});
  const { api, retryAfter } = openApi(user);
  const catalogue = await createCatalogue(db);
  const counts = createSignal();
  const settings = createSignal();
  const otherTabs = createOtherTabs(() => {
    void catalogue.load().catch(() => {});
    counts.raise();
  });
  const queue = await createQueue({
    db,
    api,
    owner: { id: user.id, name: user.name || user.username },
    retryAfter,
    onSettled(settlement) {
      const { items = [], made, lines = [], entries = [] } = settlement;
      toastReverses(settlement);
      toastSeen(settlement);
      for (const { operation } of settlement.done) {
        if (operation.kind === 'mark' && 'itemId' in operation.ref) {
          void keepMark(operation.mark, operation.ref.itemId).catch(() => {});
        }
      }
      const known = [...items, ...(made ? [made.item] : [])];
      catalogue.take(known);
      if (lines.length + entries.length > 0) counts.raise();
      if (known.length + lines.length + entries.length > 0) otherTabs.notify();
    },
  });
  const refresh = createRefresh(
    { db, api, user },
    { catalogue, counts, settings, otherTabs, onRead: () => takeDrinksLater(api, queue) },
  );
  const chat = createChatOnDemand(api, user);
  const wake = (): void => {
    chat.wake();
    void queue.sync();
    void refresh();
  };
  void catalogue.load().catch(() => {});
  wake();
  const unwatch = watch(wake);
  return {
    user,
    db,
    api,
    queue,
    catalogue,
    counts,
    settings,
    chat,
    refresh,
    close() {
      unwatch();
      chat.close();
      queue.close();
      otherTabs.close();
      db.close();
    },
  };
}
