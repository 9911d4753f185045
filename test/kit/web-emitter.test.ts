import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import test from 'ava';

test('an event reaches every listener in order, until it unsubscribes', (t) => {
  const emitter = createEmitter<[id: number, name: string]>();
  const received: string[] = [];
  const leave = emitter.subscribe((id, name) => received.push(`first ${id} ${name}`));
  emitter.subscribe((id, name) => received.push(`second ${id} ${name}`));

  emitter.emit(1, 'a');
  leave();
  emitter.emit(2, 'b');

  t.deepEqual(received, ['first 1 a', 'second 1 a', 'second 2 b']);
});

test('a listener that another one unsubscribes does not hear the event in progress', (t) => {
  const emitter = createEmitter();
  const received: string[] = [];
  emitter.subscribe(() => leave());
  const leave = emitter.subscribe(() => received.push('left'));

  emitter.emit();

  t.deepEqual(received, []);
});

test('a listener that subscribes again during an event does not hear it twice', (t) => {
  const emitter = createEmitter();
  let received = 0;
  let leave = emitter.subscribe(listener);
  function listener(): void {
    received += 1;
    leave();
    leave = emitter.subscribe(listener);
  }

  emitter.emit();
  t.is(received, 1);
  emitter.emit();
  t.is(received, 2);
});
