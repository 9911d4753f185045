/** What a group row looks like: how deep it is when the sheet says so, else its looks. */
interface GroupRow {
  name: string;
  outline: number;
  look: string;
}

const SEPARATOR = ' / ';
const MAX_CATEGORY = 100;

/**
 * The groups a row stands under, kept as group rows come by. The sheet's outline tells the nesting; without one, rows that
 * look alike are of one level, and a group right under another is inside it.
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

    /** The category of an item in this place: «Алкоголь / Виски», outer groups left out where it would be too long. */
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
