import { formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';

export interface StockLine {
  name: string;
  category: string;
  unit: string;
  quantity: number;
  /** The quantity of a full shelf. */
  par: number;
  /** The latest change, if there was one. */
  delta?: number;
}

interface SceneMessage {
  id: number;
  mine: boolean;
  text: string;
}

export interface Scene {
  lines: StockLine[];
  messages: SceneMessage[];
}

export interface Move {
  /** The text as the bartender types it. */
  text: string;
  name: string;
  delta: number;
}

export const openingScene: Scene = {
  lines: [
    { name: 'Апероль', category: 'Крепкий алкоголь', unit: 'л', quantity: 2.1, par: 5 },
    { name: 'Джемесон', category: 'Крепкий алкоголь', unit: 'л', quantity: 4.6, par: 7 },
    { name: 'Лимоны', category: 'Кухня бара', unit: 'кг', quantity: 1.2, par: 4 },
    { name: 'Просекко', category: 'Вино', unit: 'шт', quantity: 9, par: 24 },
    { name: 'Тоник', category: 'Безалкогольные', unit: 'шт', quantity: 40, par: 48 },
    { name: 'Белуга', category: 'Крепкий алкоголь', unit: 'л', quantity: 5.25, par: 7 },
  ],
  messages: [],
};

export const moves: Move[] = [
  { text: 'Джемесон +0,7', name: 'Джемесон', delta: 0.7 },
  { text: 'апероль минус 350 мл', name: 'Апероль', delta: -0.35 },
  { text: 'Просекко +6', name: 'Просекко', delta: 6 },
];

function answered({ lines, messages }: Scene, text: string, reply: string): Scene {
  const id = messages.length;
  return { lines, messages: [...messages, { id, mine: true, text }, { id: id + 1, mine: false, text: reply }] };
}

/**
 * Does what the tenant's bot does with the line: changes the quantity and replies with both values, or refuses to take
 * more than there is.
 */
export function play(scene: Scene, { text, name, delta }: Move): Scene {
  const before = scene.lines.find((line) => line.name === name);
  if (!before) return scene;
  const quantity = Math.round((before.quantity + delta) * 1000) / 1000;
  if (quantity < 0)
    return answered(
      scene,
      text,
      `${name}: осталось ${formatQuantity(before.quantity, before.unit)}, столько не списать`,
    );
  const lines = scene.lines.map((line) =>
    line === before ? { ...line, quantity, delta } : { ...line, delta: undefined },
  );
  const reply = `${name}: ${formatQuantity(before.quantity)} → ${formatQuantity(quantity, before.unit)} (${formatDelta(delta)})`;
  return answered({ ...scene, lines }, text, reply);
}
