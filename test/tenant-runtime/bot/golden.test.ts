import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { inEachChannel } from '../../support/telegram/each-channel.ts';

interface GoldenCase {
  text: string;
  changes?: { item: string; delta: number }[];
  ambiguous?: { query: string; delta: number };
  rejected?: string;
}

const path = join(process.env.OSTATOK_CORPUS ?? '', 'bot/messages.json');
const golden: { items: [string, string, string][]; cases: GoldenCase[] } = existsSync(path)
  ? JSON.parse(readFileSync(path, 'utf8'))
  : { items: [], cases: [] };
const corpusTest = golden.cases.length > 0 ? test : test.skip;

const CHANGES = 'every golden message changes exactly what it should and is answered';
inEachChannel(
  CHANGES,
  async (t, start) => {
    const chat = await start(t);
    for (const [name, category, unit] of golden.items) await chat.createItem({ name, category, unit: unit as 'л' });

    for (const { text, changes = [], ambiguous } of golden.cases) {
      const before = await chat.changeCount();
      const answers = await chat.say(text);
      const rows = await chat
        .db('changes as c')
        .join('items as i', 'i.id', 'c.item_id')
        .orderBy('seq')
        .offset(before)
        .select('i.name as item', 'c.delta');

      t.deepEqual(
        rows.map(({ item, delta }) => ({ item, delta: Number(delta) })),
        changes,
        text,
      );
      t.true(answers.length > 0, text);
      if (ambiguous) t.true(chat.buttons().length > 2, text);
    }
  },
  corpusTest,
);
