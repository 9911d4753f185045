export interface ProviderReturn {
  provider: string;
  /** A code that the browser which went to the provider exchanges for a session. */
  code: string | null;
  error: string | null;
}

function read(): ProviderReturn | null {
  if (typeof window === 'undefined' || window.location.pathname !== '/login') return null;
  const query = new URLSearchParams(window.location.search);
  const [code, error] = [new URLSearchParams(window.location.hash.slice(1)).get('return'), query.get('error')];
  if (code === null && error === null) return null;
  // Removes the code from the address, so that neither the history nor later scripts see it.
  window.history.replaceState(window.history.state, '', '/login');
  return { provider: query.get('provider') ?? '', code, error };
}

let arrived = read();

/** Returns the parameters of the provider's redirect, once. */
export function takeProviderReturn(): ProviderReturn | null {
  const taken = arrived;
  arrived = null;
  return taken;
}
