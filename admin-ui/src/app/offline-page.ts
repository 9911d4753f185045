const WORKER = '/admin/service-worker.js';
/** The panel's addresses; whatever else the platform serves is none of its business. */
const SCOPES = ['/admin', '/test'];

/** From now on these addresses say what is wrong where the server cannot be reached. */
export function keepOfflinePage(): void {
  // browsers offer workers on secure addresses alone
  if (!('serviceWorker' in navigator)) return;
  for (const scope of SCOPES) navigator.serviceWorker.register(WORKER, { scope }).catch(() => undefined);
}
