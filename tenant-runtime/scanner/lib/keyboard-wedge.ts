import { normaliseEan } from '@ostatok/tenant-runtime/contract/ean.ts';

/** Between two keys of a scanner; nobody types so fast. */
const BURST_MS = 50;
const SHORTEST_CODE = 8;

export interface KeyboardWedgeOptions {
  onCode: (code: string) => void;
  /** A digit, comma or the backspace of a person at a keyboard, once it is sure that no scanner typed it. */
  onKey: (key: string) => void;
  /** `Enter` that ends no code. */
  onEnter: () => void;
}

const isField = (target: EventTarget | null): target is HTMLInputElement => target instanceof HTMLInputElement;

/** Sets the value as a person would, so that the form hears of it. */
function restore(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * A scanner that types: digits in a burst and Enter are a code wherever the focus is, and leave no digits behind. What
 * a person types goes its usual way, outside of fields to `onKey`.
 */
export function listenToKeyboardWedge({ onCode, onKey, onEnter }: KeyboardWedgeOptions): () => void {
  let burst = '';
  let last = Number.NEGATIVE_INFINITY;
  let before: { field: HTMLInputElement; value: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!before) for (const key of burst) onKey(key);
    burst = '';
    before = undefined;
  }

  function digit(event: KeyboardEvent): void {
    // When the key was pressed, however busy the page was since.
    const at = event.timeStamp;
    if (at - last > BURST_MS) flush();
    last = at;
    if (burst === '') {
      before = isField(event.target) ? { field: event.target, value: event.target.value } : undefined;
    }
    burst += event.key;
    clearTimeout(timer);
    timer = setTimeout(flush, BURST_MS * 2);
  }

  function enter(event: KeyboardEvent): void {
    const code = burst.length >= SHORTEST_CODE && event.timeStamp - last <= BURST_MS * 2 ? normaliseEan(burst) : null;
    if (code === null) {
      flush();
      if (!(event.target instanceof HTMLElement && event.target.closest('button, a, input, summary'))) onEnter();
      return;
    }
    const field = before;
    burst = '';
    flush();
    event.preventDefault();
    event.stopPropagation();
    if (field) restore(field.field, field.value);
    onCode(code);
  }

  function other(event: KeyboardEvent): void {
    flush();
    if (isField(event.target)) return;
    if (event.key === 'Backspace') onKey('⌫');
    if (event.key === ',' || event.key === '.') onKey(',');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) digit(event);
    else if (event.key === 'Enter') enter(event);
    else other(event);
  }

  // Before the fields themselves: the Enter of a code must not send a form.
  window.addEventListener('keydown', onKeyDown, true);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown, true);
  };
}
