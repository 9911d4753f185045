import { plural } from '@ostatok/kit/web/format.ts';
import { CloudOff, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { screens } from '../../navigation/screen.ts';
import { useQueue } from '../../workspace/workspace.ts';
import classes from './Queue.module.css';

/** Records that are sent within this time show no bar, which would only flicker under the thumb. */
const AT_ONCE_MS = 1_500;

/** Whether something has been waiting longer than `AT_ONCE_MS`. */
function useWaits(waiting: boolean): boolean {
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waiting) return setWaits(false);
    const timer = setTimeout(() => setWaits(true), AT_ONCE_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waits;
}

/** Shows how many records this phone has yet to send; renders nothing when the queue is empty. */
export function QueueBar() {
  const { kept, problem } = useQueue();
  const doubtful = kept.filter(({ doubt }) => doubt !== undefined).length;
  const held = kept.filter(({ error }) => error !== undefined).length;
  const seen = kept.filter((one) => one.seen).length;
  const refused = held - doubtful - seen;
  const waits = useWaits(kept.length > 0);
  if (kept.length === 0 || !(waits || problem || held > 0)) return null;
  const words = plural(kept.length, ['запись', 'записи', 'записей']);
  const Picture = held > 0 ? TriangleAlert : problem ? CloudOff : RefreshCw;
  return (
    <button
      type="button"
      className={classes.bar}
      data-refused={held > 0}
      data-testid="queue"
      onClick={() => screens.open({ name: 'queue' })}
    >
      <Picture size={20} aria-hidden />
      <span>
        В очереди {kept.length} {words}
        {problem?.offline && ' · нет связи, сохранено в телефоне'}
        {doubtful > 0 && ` · проверьте: ${doubtful}`}
        {seen > 0 && ` · уже посчитано: ${seen}`}
        {refused > 0 && ` · не принято: ${refused}`}
      </span>
    </button>
  );
}
