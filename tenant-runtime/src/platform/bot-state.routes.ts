import { botStateEndpoints } from '../../contract/bot.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { BotStates } from './bot-state.service.ts';

export const botStateRoutes = (botState: BotStates) =>
  endpointsOf(botStateEndpoints, { 'GET /api/bot': async () => ({ bot: await botState.read() }) });
