export interface ProviderReturn {
  provider: string;
  token: string | null;
  error: string | null;
}

function read(): ProviderReturn | null {
  if (typeof window === 'undefined' || window.location.pathname !== '/login') return null;
  const query = new URLSearchParams(window.location.search);
  const [token, error] = [query.get('token'), query.get('error')];
  if (token === null && error === null) return null;
  // a token is nothing for the history, nor for whatever is loaded from here on
  window.history.replaceState(window.history.state, '', '/login');
  return { provider: query.get('provider') ?? '', token, error };
}

let arrived = read();

/** What the way back from a provider brought in the address, once. */
export function takeProviderReturn(): ProviderReturn | null {
  const taken = arrived;
  arrived = null;
  return taken;
}
