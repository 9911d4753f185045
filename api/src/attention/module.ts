import { attentionRoutes } from './attention.routes.ts';
import { type AttentionDeps, createAttention } from './attention.service.ts';

/** What waits for an administrator. */
export const createAttentionModule = (deps: AttentionDeps) => ({ routes: [attentionRoutes(createAttention(deps))] });
