import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../platform/platform.ts';

/** The blocks of commands of a page of `docs/`, in their order. */
export async function blocksOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  return [...text.matchAll(/^```\n(.+?)^```$/gms)].flatMap(([, block]) => block ?? []);
}

/** The only block with this text in it. */
export function blockWith(blocks: string[], text: string): string {
  const found = blocks.filter((block) => block.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} blocks with ${text}`);
  return found[0] ?? '';
}
