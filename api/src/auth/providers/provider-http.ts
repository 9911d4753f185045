/** The provider did not answer, or not as its documentation says. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** The provider answered with a refusal. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** The user sees an empty page while waiting for the provider. */
const PATIENCE_MS = 8_000;

export type AskJson = (
  url: string,
  init?: { headers?: Record<string, string>; form?: Record<string, string> },
) => Promise<unknown>;

/** Makes one call to a provider. Error messages contain the address and the status, never a code or a token. */
export const askJson: AskJson = async (url, { headers = {}, form } = {}) => {
  const where = url.replace(/\?.*$/s, '');
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    headers: { accept: 'application/json', 'user-agent': 'ostatok', ...headers },
    body: form && new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: Error) => {
    throw new ProviderAway(`${where}: ${error.name} ${(error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''}`);
  });
  if (response.status >= 500 || response.status === 429) throw new ProviderAway(`${where}: ${response.status}`);
  if (!response.ok) throw new ProviderRefused(`${where}: ${response.status}`);
  return response.json().catch(() => {
    throw new ProviderAway(`${where}: the answer is no JSON`);
  });
};
