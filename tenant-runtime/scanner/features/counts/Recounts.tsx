import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { screens } from '../../navigation/screen.ts';
import ui from '../../ui/ui.module.css';
import classes from './Counts.module.css';
import { useCoverage } from './use-coverage.ts';

/** Lists the lines for which the administrator requested a recount. */
export function Recounts({ count }: { count: CountDetails }) {
  const lines = useCoverage(count)?.recount ?? [];
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="recount">
      <h2 id="recount" className={classes.title}>
        Пересчитать: {lines.length}
      </h2>
      <ul className={ui.rows}>
        {lines.slice(0, 200).map(({ item }) => (
          <li key={item.id}>
            <button type="button" className={ui.row} onClick={() => screens.open({ name: 'item', itemId: item.id })}>
              <span>{item.name}</span>
              <span className={ui.dim}>{item.category}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
