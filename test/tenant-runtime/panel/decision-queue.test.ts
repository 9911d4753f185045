import { ApiError } from '@ostatok/kit/web/api-client.ts';
import type { DecidedLine } from '@ostatok/tenant-runtime/contract/deliveries.ts';
import test from 'ava';
import { createDecisionQueue } from '../../../tenant-runtime/panel/features/deliveries/decision-queue.ts';

const offline = () => new ApiError(0, 'Нет связи');
const refused = (text: string) => new ApiError(400, text);

/** A queue whose server answers when the test says, and whose pauses end when the test says. */
function rig() {
  const sent: DecidedLine[][] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const pauses: (() => void)[] = [];
  const lost: string[] = [];
  const queue = createDecisionQueue({
    send(lines) {
      sent.push(lines);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    wait: () => new Promise((resolve) => pauses.push(resolve)),
    onLost: (reason) => lost.push(reason),
  });
  const answered = () => new Promise(setImmediate);
  return {
    queue,
    sent,
    lost,
    pauses,
    async answer(error?: Error) {
      const next = answers.shift();
      if (error) next?.reject(error);
      else next?.resolve();
      await answered();
    },
    async resume() {
      pauses.shift()?.();
      await answered();
    },
  };
}

test('one request follows another, and what was decided meanwhile goes together', async (t) => {
  const { queue, sent, answer } = rig();
  queue.decide({ place: 1, item_id: 7 });
  queue.decide({ place: 2, skipped: true });
  queue.decide({ place: 3, item_id: 8 });
  t.is(sent.length, 1);

  await answer();
  await answer();

  t.deepEqual(
    sent.map((lines) => lines.map(({ place }) => place)),
    [[1], [2, 3]],
  );
  t.is(queue.snapshot().size, 0);
});

test('a decision made anew while the first is on its way is sent as well', async (t) => {
  const { queue, sent, answer } = rig();
  queue.decide({ place: 1, item_id: 7 });
  queue.decide({ place: 1, factor: 0.5 });
  await answer();
  t.deepEqual(sent.at(-1), [{ place: 1, item_id: 7, factor: 0.5 }]);
  await answer();
  t.is(queue.snapshot().size, 0);
});

test('without a connection it is said and tried again, until it is saved', async (t) => {
  const { queue, sent, answer, resume } = rig();
  queue.decide({ place: 1, item_id: 7 });
  await answer(offline());
  t.is(queue.trouble(), 'Нет связи');
  t.is(queue.snapshot().get(1)?.state, 'waiting');

  await resume();
  t.is(sent.length, 2);
  await answer();
  t.is(queue.trouble(), null);
  await queue.settled();
});

test('a flush does not wait for the pause to end', async (t) => {
  const { queue, sent, answer } = rig();
  queue.decide({ place: 1, item_id: 7 });
  await answer(offline());
  queue.flush();
  await new Promise(setImmediate);
  t.is(sent.length, 2);
});

test('of several lines only the one that the server refuses is left, with its sentence', async (t) => {
  const { queue, answer } = rig();
  queue.decide({ place: 1, item_id: 7 }, { place: 2, item_id: 99 });
  await answer(refused('Такой позиции нет'));
  await answer();
  await answer(refused('Такой позиции нет'));

  t.deepEqual(
    [...queue.snapshot().values()].map(({ decision, state, error }) => [decision.place, state, error]),
    [[2, 'refused', 'Такой позиции нет']],
  );
  queue.decide({ place: 2, item_id: 8 });
  await answer();
  t.is(queue.snapshot().size, 0);
});

test('what could not be saved before the page was left is said, and not tried for ever', async (t) => {
  const { queue, sent, lost, answer } = rig();
  queue.decide({ place: 1, item_id: 7 });
  queue.close();
  await answer(offline());
  t.deepEqual(lost, ['Нет связи']);
  t.is(sent.length, 1);
});
