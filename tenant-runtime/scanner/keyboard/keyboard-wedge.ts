import { readCode } from '@ostatok/tenant-runtime/contract/read-mark.ts';

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

const GS = '\u001d';
/** A mark begins with digits, or with what a scanner puts before it; the last two are that under the Russian layout. */
const FIRST = /^[\d\]ъЪ]$/;

/** The separator within a mark, as scanners press it: Ctrl with the closing bracket, F8, or the control character itself. */
const isSeparator = ({ key, code, ctrlKey }: KeyboardEvent): boolean =>
  (ctrlKey && (key === ']' || code === 'BracketRight')) || key === 'F8' || key === GS;

const isField = (target: EventTarget | null): target is HTMLInputElement => target instanceof HTMLInputElement;

/** Sets the value through the native setter, so that React notices the change. */
function restore(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Detects a keyboard-wedge scanner: a burst of keys and Enter is a barcode or a mark wherever the focus is, and its
 * characters are removed from the field. Keys typed by hand take their usual effect or, outside of fields, go to `onKey`.
 */
export function listenToKeyboardWedge({ onCode, onKey, onEnter }: KeyboardWedgeOptions): () => void {
  let burst = '';
  let last = Number.NEGATIVE_INFINITY;
  let before: { field: HTMLInputElement; value: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Gives a key that a hand has pressed to the keypad. */
  function type(key: string): void {
    if (/^\d$/.test(key)) onKey(key);
    else if (key === ',' || key === '.') onKey(',');
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!before) for (const key of burst) type(key);
    burst = '';
    before = undefined;
  }

  /** Whether the key may be of a scanner: its first one, or one that follows at once. */
  const belongs = ({ key, timeStamp }: KeyboardEvent): boolean =>
    FIRST.test(key) || (burst !== '' && key.length === 1 && timeStamp - last <= BURST_MS);

  function add(event: KeyboardEvent, key: string): void {
    // The time of the key press itself, even if the page was busy since.
    const at = event.timeStamp;
    if (at - last > BURST_MS) flush();
    last = at;
    if (burst === '') {
      before = isField(event.target) ? { field: event.target, value: event.target.value } : undefined;
    }
    // Outside of fields some browsers begin a search at a quote or a slash, which marks have too.
    else if (!isField(event.target)) event.preventDefault();
    burst += key;
    clearTimeout(timer);
    timer = setTimeout(flush, BURST_MS * 2);
  }

  function enter(event: KeyboardEvent): void {
    const code = burst.length >= SHORTEST_CODE && event.timeStamp - last <= BURST_MS * 2 ? readCode(burst) : null;
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
    // A scanner presses Shift within a mark.
    if (event.key === 'Shift') return;
    flush();
    if (isField(event.target)) return;
    if (event.key === 'Backspace') onKey('⌫');
    type(event.key);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isSeparator(event)) add(event, GS);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (belongs(event)) add(event, event.key);
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
