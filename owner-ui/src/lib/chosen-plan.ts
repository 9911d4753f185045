const KEY = 'chosen-plan';

/** A plan's name, as addresses and the price list know it. */
const isName = (text: string | null): text is string => text !== null && /^[a-z0-9_-]{1,64}$/i.test(text);

/** What was pressed on the landing is kept on the way through registration, also by way of a provider's page. */
export function rememberPlan(name: string | null): void {
  if (isName(name)) sessionStorage.setItem(KEY, name);
}

/** The page of plans, with the one that was pressed before; once. */
export function plansPath(): string {
  const name = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return isName(name) ? `/plans?plan=${name}` : '/plans';
}
