import { randomUUID } from 'node:crypto';
import type { VenueChat } from './venue-chat.ts';

export async function openCount(chat: VenueChat, fields: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await chat.admin.post('/api/counts').send({ key: randomUUID(), title: 'Январь', ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.count.id;
}

export const edited = (calls: { method: string; text?: string }[]): string =>
  calls.find(({ method }) => method === 'editMessageText')?.text ?? '';
