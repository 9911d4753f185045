export interface ProviderReturn {
  provider: string;
  /** Exchanged for a session by the browser that went to the provider. */
  code: string | null;
  error: string | null;
}

function read(): ProviderReturn | null {
  if (typeof window === 'undefined' || window.location.pathname !== '/login') return null;
  const query = new URLSearchParams(window.location.search);
  const [code, error] = [new URLSearchParams(window.location.hash.slice(1)).get('return'), query.get('error')];
  if (code === null && error === null) return null;
  // nothing for the history, nor for whatever is loaded from here on
  window.history.replaceState(window.history.state, '', '/login');
  return { provider: query.get('provider') ?? '', code, error };
}

let arrived = read();

/** What the way back from a provider brought in the address, once. */
export function takeProviderReturn(): ProviderReturn | null {
  const taken = arrived;
  arrived = null;
  return taken;
}
