const WORKER = '/admin/service-worker.js';
/** The service worker handles only the panel's paths, not the rest of the platform. */
const SCOPES = ['/admin', '/test'];

/** Registers a service worker that shows an error page at these paths when the server cannot be reached. */
export function keepOfflinePage(): void {
  // Browsers offer service workers in secure contexts only.
  if (!('serviceWorker' in navigator)) return;
  for (const scope of SCOPES) navigator.serviceWorker.register(WORKER, { scope }).catch(() => undefined);
}
