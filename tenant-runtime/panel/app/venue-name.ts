/** The server writes the venue's name into the page's title; the address is the next best thing. */
export function venueName(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="venue"]')?.content;
  return named || location.hostname.split('.')[0] || 'Остаток';
}
