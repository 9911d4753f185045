import { Bubble } from '@ostatok/kit/web/chat/Bubble.tsx';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useEffect, useReducer, useRef } from 'react';
import classes from './CountingScene.module.css';
import { StockRow } from './StockRow.tsx';
import { type Move, moves, openingScene, play, type Scene } from './scene.ts';

const FIRST_MOVE_AFTER_MS = 1200;

function Chat({ scene, onMove }: { scene: Scene; onMove: (move: Move) => void }) {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message brings the chat to its end
  useEffect(() => {
    const log = end.current?.parentElement;
    log?.scrollTo({ top: log.scrollHeight });
  }, [scene.messages.length]);
  return (
    <section className={classes.chat} aria-label="Чат с ботом заведения">
      <header className={classes.chatHeader}>
        <Mark size={28} />
        <div>
          <strong>Бар на Чистых</strong>
          <div className={classes.dimmed}>бот заведения</div>
        </div>
      </header>
      <div className={classes.log} role="log">
        <Bubble mine={false} time="21:40">
          Смена открыта. Пишите: название, плюс или минус, количество.
        </Bubble>
        {scene.messages.map(({ id, mine, text }) => (
          <Bubble key={id} mine={mine} time="21:41">
            {text}
          </Bubble>
        ))}
        <div ref={end} />
      </div>
      <fieldset className={classes.moves}>
        <legend className={classes.legend}>Нажмите — остаток изменится</legend>
        {moves.map((move) => (
          <button key={move.text} type="button" className={classes.move} onClick={() => onMove(move)}>
            {move.text}
          </button>
        ))}
      </fieldset>
    </section>
  );
}

/** Highlights the scene, also when no scrolling is needed. */
function light(scene: HTMLElement | null): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  scene?.animate?.([{ boxShadow: '0 0 0 6px var(--ostatok-alive)' }, { boxShadow: '0 0 0 6px transparent' }], 1500);
}

/**
 * A small demonstration of the product: a line in the chat changes a level in the panel. It plays its first line by
 * itself, once, and the next one each time `tries` increases.
 */
export function CountingScene({ tries }: { tries: number }) {
  const [scene, move] = useReducer(play, openingScene);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const index = tries % moves.length;
    const next = moves[index];
    if (tries === 0 || !next) return;
    move(next);
    light(frame.current);
    frame.current?.querySelectorAll<HTMLElement>('fieldset button')[index]?.focus({ preventScroll: true });
  }, [tries]);
  useEffect(() => {
    const first = moves[0];
    if (!first) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => move(first), still ? 0 : FIRST_MOVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.scene} ref={frame}>
      <section className={classes.panel} aria-label="Панель заведения">
        <header className={classes.panelHeader}>
          <strong>Остатки</strong>
          <span className={classes.live}>обновляется сразу</span>
        </header>
        <ul className={classes.rows}>
          {scene.lines.map((line) => (
            <StockRow key={`${line.name} ${line.quantity}`} line={line} />
          ))}
        </ul>
      </section>
      <Chat scene={scene} onMove={move} />
    </div>
  );
}
