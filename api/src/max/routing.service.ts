import type { Knex } from '@ostatok/kit/node/db.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { MaxBotApi } from './bot-api.service.ts';
import { findTenantOfBot, type MaxBotRow } from './bots.queries.ts';
import { areAwaiting, type EventRow, stopAwaiting } from './events.queries.ts';
import type { BotApiKeyboard } from './keyboard.ts';
import type { MaxEvent } from './max-event.ts';
import { findMessageByMid } from './messages.queries.ts';
import { findVenueOfBot, notePerson, selectVenues, type VenueOfPerson } from './people.queries.ts';

/** Milliseconds of silence after which somebody of several venues is asked again which one they are in: a shift. */
const SHIFT_MS = 8 * 3600_000;
const CHOICE = 'venue:';
/** What the shared bot understands beside the commands of venues. */
export const VENUE_COMMAND = { command: 'venue', description: 'Сменить заведение' };
const CHOOSE = /^\/venue\b/;
/** An invitation: the tenant's id, and the code that binds a person where there is one. */
const INVITATION = /^(?:\/start\s+|https:\/\/max\.ru\/\S+\?start=)?([a-z0-9]{6,40})(?:-([\w-]{1,100}))?$/;

const NOT_INVITED =
  'Это бот сервиса «Остаток»: через него считают остатки в барах и ресторанах. Откройте ссылку-приглашение вашего заведения: её даёт администратор, она в панели, раздел «Люди».';
const BAD_INVITATION = 'Эта ссылка не подходит. Попросите у администратора заведения новую.';
const WHICH = 'В каком заведении считаем?';

/** Where an event goes. */
export type Route =
  | { to: 'tenant'; tenantId: string; event: MaxEvent }
  /** It waits until its writer has said which venue is meant. */
  | { to: 'choice' }
  /** Nobody's, or answered here. */
  | { to: 'nobody' };

const nobody: Route = { to: 'nobody' };

interface Deps {
  db: Knex;
  botApi: Pick<MaxBotApi, 'say' | 'rewrite'>;
  clock: () => Date;
}

const textOf = ({ message, update_type }: MaxEvent): string =>
  update_type === 'message_created' ? (message?.body.text ?? '').trim() : '';

/** The invitation by which somebody comes: a link that starts the bot, or its code as a text. */
function invitationIn(event: MaxEvent): { tenantId: string; code: string | undefined } | undefined {
  const given = event.update_type === 'bot_started' ? (event.payload ?? '') : textOf(event);
  const isAsked = event.update_type === 'bot_started' || /^\/start\s|\?start=|^[a-z0-9]+-[\w-]+$/.test(given);
  const [, tenantId, code] = (isAsked && INVITATION.exec(given)) || [];
  return tenantId ? { tenantId, code } : undefined;
}

/** The same as if the tenant's own bot had been started by its link. */
const started = (event: MaxEvent, code: string | undefined): MaxEvent => ({
  ...event,
  update_type: 'bot_started',
  payload: code ?? null,
});

const venueKeyboard = (venues: VenueOfPerson[]): BotApiKeyboard =>
  venues.map(({ tenant_id, display_name }) => [{ text: display_name, callback_data: `${CHOICE}${tenant_id}` }]);

/** Decides which tenant an event is for. Throws what the messages of the platform itself fail with. */
export function createRouting({ db, botApi, clock }: Deps) {
  async function ask(bot: MaxBotRow, personId: number, venues: VenueOfPerson[]): Promise<void> {
    await botApi.say(bot, personId, WHICH, venueKeyboard(venues));
  }

  async function invited(bot: MaxBotRow, row: EventRow): Promise<Route | undefined> {
    const invitation = invitationIn(row.event);
    if (!invitation) return undefined;
    const { tenantId, code } = invitation;
    const venue = await findVenueOfBot(db, bot.id, tenantId);
    if (!venue) {
      // a text that only looks like one is the venue's own
      if (row.event.update_type !== 'bot_started' && !/start/.test(textOf(row.event))) return undefined;
      await botApi.say(bot, row.person_id, BAD_INVITATION);
      return nobody;
    }
    await notePerson(db, bot.id, row.person_id, tenantId, clock());
    return { to: 'tenant', tenantId, event: started(row.event, code) };
  }

  async function chosen(bot: MaxBotRow, { person_id, event }: EventRow): Promise<Route | undefined> {
    const data = event.update_type === 'message_callback' ? (event.callback?.payload ?? '') : '';
    if (!data.startsWith(CHOICE)) return undefined;
    const venues = await selectVenues(db, bot.id, person_id);
    const venue = venues.find(({ tenant_id }) => tenant_id === data.slice(CHOICE.length));
    if (!venue) return nobody;
    await notePerson(db, bot.id, person_id, venue.tenant_id, clock());
    // what has waited is older than this press, and is handled next
    await stopAwaiting(db, bot.id, person_id, venue.tenant_id);
    const done = `Считаем в заведении ${quoted(venue.display_name)}. Сменить: /venue`;
    await botApi.rewrite(bot, person_id, event.callback?.callback_id ?? '', done);
    return nobody;
  }

  /** The tenant of the message that is pressed, corrected or answered. */
  async function tenantOfMessage(botId: number, { update_type, message }: MaxEvent): Promise<string | undefined> {
    const isAbout = update_type === 'message_callback' || update_type === 'message_edited';
    const mid = isAbout ? message?.body.mid : message?.link?.type === 'reply' ? message.link.message?.mid : undefined;
    return mid ? ((await findMessageByMid(db, botId, mid))?.tenant_id ?? undefined) : undefined;
  }

  async function current(bot: MaxBotRow, row: EventRow, venues: VenueOfPerson[]): Promise<Route> {
    const { person_id, event } = row;
    if (CHOOSE.test(textOf(event))) {
      await ask(bot, person_id, venues);
      return nobody;
    }
    const about = await tenantOfMessage(bot.id, event);
    const isTheirs = venues.some(({ tenant_id }) => tenant_id === about);
    if (about && isTheirs) return { to: 'tenant', tenantId: about, event };
    if (event.update_type === 'message_callback') return nobody;
    const [last] = venues;
    if (!last) return nobody;
    const isRecent = clock().getTime() - last.last_at.getTime() < SHIFT_MS;
    const isAsked = await areAwaiting(db, bot.id, person_id);
    if (!isAsked && (venues.length === 1 || isRecent)) return { to: 'tenant', tenantId: last.tenant_id, event };
    if (!isAsked) await ask(bot, person_id, venues);
    return { to: 'choice' };
  }

  /** It waited for the choice, which was this tenant, or was not taken when it was given to it. */
  async function settledBefore(bot: MaxBotRow, { event }: EventRow, tenantId: string): Promise<Route> {
    // the venue may have been deleted meanwhile
    if (!(await findVenueOfBot(db, bot.id, tenantId))) return nobody;
    const invitation = invitationIn(event);
    const isTheirs = invitation?.tenantId === tenantId;
    return { to: 'tenant', tenantId, event: isTheirs ? started(event, invitation.code) : event };
  }

  async function ofShared(bot: MaxBotRow, row: EventRow): Promise<Route> {
    const { person_id, event } = row;
    if (row.tenant_id) return settledBefore(bot, row, row.tenant_id);
    const settled = (await invited(bot, row)) ?? (await chosen(bot, row));
    if (settled) return settled;
    const venues = await selectVenues(db, bot.id, person_id);
    if (venues.length === 0) {
      if (event.update_type === 'bot_started' || event.update_type === 'message_created')
        await botApi.say(bot, person_id, NOT_INVITED);
      return nobody;
    }
    const route = await current(bot, row, venues);
    if (route.to === 'tenant') await notePerson(db, bot.id, person_id, route.tenantId, clock());
    return route;
  }

  async function ofOwn(bot: MaxBotRow, { event }: EventRow): Promise<Route> {
    const tenantId = await findTenantOfBot(db, bot.id);
    if (!tenantId) return nobody;
    const invitation = invitationIn(event);
    const isOurs = invitation?.tenantId === tenantId;
    return { to: 'tenant', tenantId, event: isOurs ? started(event, invitation.code) : event };
  }

  return (bot: MaxBotRow, row: EventRow): Promise<Route> => (bot.is_shared ? ofShared(bot, row) : ofOwn(bot, row));
}
export type Routing = ReturnType<typeof createRouting>;
