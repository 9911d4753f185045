/** A group row, with its outline level if the sheet has one, and its look. */
interface GroupRow {
  name: string;
  outline: number;
  look: string;
}

const SEPARATOR = ' / ';
const MAX_CATEGORY = 100;

/**
 * Keeps the path of groups that a row belongs to, as group rows come by. The sheet's outline gives the nesting; without
 * one, rows that look alike have the same level, and a group directly below another is inside it.
 */
export function createGroupPath() {
  const path: { name: string; level: number; look: string }[] = [];
  const depths = new Map<string, number>();
  let afterGroup = false;

  const depthByLook = (look: string): number => {
    const same = path.findLastIndex((group) => group.look === look);
    if (afterGroup) return same >= 0 && same < path.length - 1 ? same : path.length;
    return same >= 0 ? same : Math.min(depths.get(look) ?? 0, path.length);
  };

  return {
    enter({ name, outline, look }: GroupRow): void {
      const inOutline = outline > 0 || path.some(({ level }) => level > 0);
      const outer = path.findIndex(({ level }) => level >= outline);
      const depth = inOutline ? (outer < 0 ? path.length : outer) : depthByLook(look);
      path.splice(depth);
      path.push({ name, level: outline, look });
      if (!depths.has(look)) depths.set(look, depth);
      afterGroup = true;
    },

    /**
     * Returns the category of an item at this position, «Алкоголь / Виски», without outer groups where it would be too
     * long.
     */
    category(): string {
      afterGroup = false;
      for (let from = 0; from < path.length; from += 1) {
        const text = path
          .slice(from)
          .map(({ name }) => name)
          .join(SEPARATOR);
        if (text.length <= MAX_CATEGORY || from === path.length - 1) return text.slice(0, MAX_CATEGORY);
      }
      return '';
    },
  };
}
