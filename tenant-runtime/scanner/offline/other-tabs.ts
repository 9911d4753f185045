const CHANNEL = 'ostatok-scanner-copy';

/**
 * Notifies the other open tabs that this one has changed the phone's copy of the items or the counts; `onNews` is
 * called when another tab has.
 */
export function createOtherTabs(onNews: () => void) {
  const others = new BroadcastChannel(CHANNEL);
  others.onmessage = onNews;
  return {
    notify: (): void => others.postMessage('changed'),
    close: (): void => others.close(),
  };
}
export type OtherTabs = ReturnType<typeof createOtherTabs>;
