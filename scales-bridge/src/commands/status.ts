import type { Venue } from '../config.ts';
import type { Outbox } from '../outbox.ts';
import { SignInRefused } from '../sink/venue-session.ts';
import { connectToVenue } from '../sink/venue-socket.ts';

/** Lines for a person: the tenant, whether it accepts the sign-in, and how many weights it has not received yet. */
export async function status(venue: Venue, outbox: Outbox): Promise<{ lines: string[]; well: boolean }> {
  const named = venue.name ? `${venue.name}, ${venue.url}` : venue.url;
  const lines = [`Заведение: ${named}`];
  const kept = outbox.count();
  let well = true;
  try {
    const socket = await connectToVenue(venue.url, venue.credentials, AbortSignal.timeout(10_000));
    socket.disconnect();
    lines.push('Связь: есть');
  } catch (error) {
    well = false;
    lines.push(
      error instanceof SignInRefused
        ? `Связь: заведение не впустило — ${error.message}`
        : 'Связь: заведение не отвечает',
    );
  }
  lines.push(kept === 0 ? 'Не отправлено: ничего' : `Не отправлено взвешиваний: ${kept}`);
  return { lines, well };
}
