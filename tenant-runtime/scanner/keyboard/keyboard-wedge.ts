import { normaliseEan } from '@ostatok/kit/names/barcode.ts';

/** The longest gap between two keys of a scanner; nobody types so fast. */
const BURST_MS = 50;
const SHORTEST_CODE = 8;

export interface KeyboardWedgeOptions {
  onCode: (code: string) => void;
  /** Called with a digit, comma or Backspace once it is certain that no scanner typed it. */
  onKey: (key: string) => void;
  /** Called for an Enter that ends no code. */
  onEnter: () => void;
}

const isField = (target: EventTarget | null): target is HTMLInputElement => target instanceof HTMLInputElement;

/** Sets the value through the native setter, so that React notices the change. */
function restore(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Detects a keyboard-wedge scanner: a burst of digits and Enter is a code wherever the focus is, and its digits are
 * removed from the field. Keys typed by hand take their usual effect or, outside of fields, go to `onKey`.
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
    // The time of the key press itself, even if the page was busy since.
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

  // The capture phase comes before the fields: the Enter of a code must not submit a form.
  window.addEventListener('keydown', onKeyDown, true);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown, true);
  };
}
