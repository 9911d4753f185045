const KEY = 'ostatok.scan.recent';
const MOST = 8;

interface Recent {
  owner: number;
  ids: number[];
}

function read(owner: number): number[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Recent | null;
    return kept?.owner === owner ? kept.ids : [];
  } catch {
    return [];
  }
}

/** The items this person has recorded last, newest first: the same bottle is often wanted again. */
export const recentItems = read;

export function rememberItem(owner: number, id: number): void {
  if (id === 0) return;
  try {
    const ids = [id, ...read(owner).filter((other) => other !== id)].slice(0, MOST);
    localStorage.setItem(KEY, JSON.stringify({ owner, ids }));
  } catch {
    // A convenience, not worth a word.
  }
}
