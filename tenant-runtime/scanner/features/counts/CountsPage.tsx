import { type Counting, chooseCount, useCounting, useCounts } from '../../counts/counting.ts';
import { screens } from '../../navigation/screen.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';
import classes from './Counts.module.css';
import { Progress } from './Progress.tsx';
import { Recounts } from './Recounts.tsx';

/** Chooses the area in which this phone counts; entries of different areas add up. */
function Areas({ counting }: { counting: Counting }) {
  const { user } = useWorkspace();
  const { count, areaId } = counting;
  if (count.areas.length === 0) return null;
  const choose = (id: number | null): void => chooseCount({ owner: user.id, countId: count.id, areaId: id });
  return (
    <fieldset className={classes.areas} aria-label="Зона">
      {count.areas.map(({ id, name, user: owner, done }) => (
        <Button key={id} aria-pressed={id === areaId} onClick={() => choose(id === areaId ? null : id)}>
          {name}
          {owner && owner.id !== user.id && ` · ${owner.name}`}
          {done && ' ✓'}
        </Button>
      ))}
    </fieldset>
  );
}

function Chosen({ counting }: { counting: Counting }) {
  return (
    <>
      <h2 className={classes.title}>{counting.count.title}</h2>
      <Progress count={counting.count} />
      {counting.count.blind && <p className={classes.note}>Слепой подсчёт: остатки по учёту скрыты до закрытия</p>}
      <Areas counting={counting} />
      <Button look="primary" big onClick={() => screens.replace({ name: 'find' })}>
        Считать
      </Button>
      <Recounts count={counting.count} />
      <Button look="quiet" onClick={() => chooseCount(null)}>
        Выйти из подсчёта
      </Button>
    </>
  );
}

export function CountsPage() {
  const { user } = useWorkspace();
  const counts = useCounts();
  const counting = useCounting();
  if (!counts) return <div aria-busy="true" />;
  if (counting) {
    return (
      <Page title="Подсчёт">
        <Chosen counting={counting} />
      </Page>
    );
  }
  return (
    <Page title="Подсчёт">
      {counts.length === 0 && (
        <Notice>Открытых подсчётов нет. Администратор открывает подсчёт в панели, и он появится здесь</Notice>
      )}
      <ul className={classes.counts}>
        {counts.map((count) => (
          <li key={count.id}>
            <button
              type="button"
              className={classes.count}
              onClick={() => {
                const own = count.areas.find((area) => area.user?.id === user.id);
                chooseCount({ owner: user.id, countId: count.id, areaId: own?.id ?? null });
              }}
            >
              <b>{count.title}</b>
              <span className={classes.note}>
                {count.coverage.counted} из {count.coverage.lines}
                {count.spot && ', выборочный'}
                {count.blind && ', слепой'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
