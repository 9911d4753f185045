import './plans.css';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useSearchParams } from 'react-router';
import { Icon } from '../ui/Icon.tsx';
import { movePlan, placePlan } from './plan-order.ts';

const EDGE_PX = 48;
const SCROLL_PX = 14;
const PLACES = '[data-plan]';

const rowOf = (handle: Element): HTMLElement | null => handle.closest('.list-row, .list-card-place');
const middleOf = (element: Element): number => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};

/** The plan before which a plan dropped at this height is placed; undefined for the end. */
function nextBelow(handle: HTMLElement, y: number): HTMLElement | undefined {
  const others = [...document.querySelectorAll<HTMLElement>(PLACES)].filter((other) => other !== handle);
  return others.sort((a, b) => middleOf(a) - middleOf(b)).find((other) => middleOf(rowOf(other) ?? other) > y);
}

function mark(next: HTMLElement | undefined): void {
  for (const row of document.querySelectorAll('.plan-next')) row.classList.remove('plan-next');
  if (next) rowOf(next)?.classList.add('plan-next');
}

/** Drags a plan by mouse or touch until release; Escape or an interruption such as a call cancels it. */
function carry(event: PointerEvent<HTMLButtonElement>, id: number): void {
  const handle: HTMLButtonElement = event.currentTarget;
  const row = rowOf(handle);
  const scroller = handle.closest('.list-scroller');
  if (!row || !scroller || event.button !== 0) return;
  const from = event.clientY + scroller.scrollTop;
  const done = new AbortController();
  const { signal } = done;
  let next: HTMLElement | undefined;
  let isMoved = false;
  handle.setPointerCapture(event.pointerId);
  row.classList.add('plan-carried');

  handle.addEventListener(
    'pointermove',
    ({ clientY }) => {
      const { top, bottom } = scroller.getBoundingClientRect();
      if (clientY > bottom - EDGE_PX) scroller.scrollBy(0, SCROLL_PX);
      if (clientY < top + EDGE_PX) scroller.scrollBy(0, -SCROLL_PX);
      const by = clientY + scroller.scrollTop - from;
      isMoved ||= Math.abs(by) > 3;
      row.style.translate = `0 ${by}px`;
      next = nextBelow(handle, clientY);
      mark(next);
    },
    { signal },
  );
  function end(isLetGo: boolean): void {
    done.abort();
    mark(undefined);
    row?.classList.remove('plan-carried');
    row?.style.removeProperty('translate');
    const before = next?.dataset.plan;
    if (isLetGo && isMoved) void placePlan(id, before === undefined ? undefined : Number(before));
  }
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal, capture: true });
}

/** The handle that drags a plan to another place when the list is in the plans' own order. */
export function PlanHandle({ plan }: { plan: AdminPlan }) {
  const [params] = useSearchParams();
  const isInOrder = (params.get('sort') ?? 'sort_order') === 'sort_order' && params.get('order') !== 'DESC';
  if (plan.is_archived || !isInOrder || params.has('search')) return null;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    void movePlan(plan, event.key === 'ArrowUp' ? -1 : 1);
  }
  return (
    <button
      type="button"
      className="plan-handle"
      data-plan={plan.id}
      tabIndex={-1}
      title="Перетащите или нажмите Alt со стрелкой"
      aria-label={`Переместить: ${plan.display_name}`}
      onPointerDown={(event) => carry(event, plan.id)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
    >
      <Icon name="grip" size={16} />
    </button>
  );
}
