import { recentItems } from '../../lib/recent.ts';
import { useCatalogueVersion, useWorkspace } from '../../lib/workspace.ts';
import ui from '../../ui/ui.module.css';
import classes from './Find.module.css';
import { Row } from './Row.tsx';

/** While nothing is typed: what was recorded last. */
export function Recent() {
  const { user, catalogue } = useWorkspace();
  useCatalogueVersion();
  const items = recentItems(user.id).flatMap((id) => catalogue.get(id) ?? []);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={classes.heading}>
        Недавние
      </h2>
      <ul className={ui.rows}>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}
