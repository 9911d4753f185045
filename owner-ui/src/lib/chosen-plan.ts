const KEY = 'chosen-plan';

/** Whether the text is a plan's name as used in addresses and the price list. */
const isName = (text: string | null): text is string => text !== null && /^[a-z0-9_-]{1,64}$/i.test(text);

/** Remembers the plan chosen on the landing page through registration, even by way of a provider's page. */
export function rememberPlan(name: string | null): void {
  if (isName(name)) sessionStorage.setItem(KEY, name);
}

/** The path of the plans page with the remembered plan, which is then forgotten. */
export function plansPath(): string {
  const name = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return isName(name) ? `/plans?plan=${name}` : '/plans';
}
