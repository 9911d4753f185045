import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import test from 'ava';

test('an event reaches every listener in order, until it unsubscribes', (t) => {
  const emitter = createEmitter<[id: number, name: string]>();
  const heard: string[] = [];
  const leave = emitter.subscribe((id, name) => heard.push(`first ${id} ${name}`));
  emitter.subscribe((id, name) => heard.push(`second ${id} ${name}`));

  emitter.emit(1, 'a');
  leave();
  emitter.emit(2, 'b');

  t.deepEqual(heard, ['first 1 a', 'second 1 a', 'second 2 b']);
});

test('a listener that another one unsubscribes does not hear the event in progress', (t) => {
  const emitter = createEmitter();
  const heard: string[] = [];
  emitter.subscribe(() => leave());
  const leave = emitter.subscribe(() => heard.push('left'));

  emitter.emit();

  t.deepEqual(heard, []);
});

test('a listener that subscribes again during an event does not hear it twice', (t) => {
  const emitter = createEmitter();
  let heard = 0;
  let leave = emitter.subscribe(listener);
  function listener(): void {
    heard += 1;
    leave();
    leave = emitter.subscribe(listener);
  }

  emitter.emit();
  t.is(heard, 1);
  emitter.emit();
  t.is(heard, 2);
});
