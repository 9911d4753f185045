// Written by scripts/lists.mjs from the files of this folder.
import { attachedCodeEndpoints } from './attached-codes.endpoints.ts';
import { botStateEndpoints, newcomerEndpoints } from './bot.endpoints.ts';
import { changeEndpoints } from './changes.endpoints.ts';
import { chatEndpoints, chatUploadEndpoints } from './chat.endpoints.ts';
import { countEndpoints, oneCountEndpoints } from './counts.endpoints.ts';
import { deliveryEndpoints, deliveryUploadEndpoints } from './deliveries.endpoints.ts';
import { feedEndpoints, feedUploadEndpoints } from './feeds.endpoints.ts';
import { exportEndpoints, importEndpoints, uploadEndpoints } from './imports.endpoints.ts';
import { categoryEndpoints, itemEndpoints } from './items.endpoints.ts';
import { lookupEndpoints } from './lookup.endpoints.ts';
import { markEndpoints } from './marks.endpoints.ts';
import { ownMaxEndpoints, userMaxEndpoints } from './max-links.endpoints.ts';
import { miniAppEndpoints } from './mini-app.endpoints.ts';
import { openApiEndpoints } from './openapi.endpoints.ts';
import { orderEndpoints } from './orders.endpoints.ts';
import { pushEndpoints } from './push.endpoints.ts';
import { dishEndpoints, recipeFileEndpoints, recipeUploadEndpoints } from './recipes.endpoints.ts';
import { reportEndpoints } from './reports.endpoints.ts';
import { salesEndpoints, salesUploadEndpoints } from './sales.endpoints.ts';
import { scaleEndpoints } from './scales.endpoints.ts';
import { scheduledCountEndpoints } from './scheduled-counts.endpoints.ts';
import { securityEndpoints } from './security.endpoints.ts';
import { settingsEndpoints } from './settings.endpoints.ts';
import { bridgeEndpoints, signInCodeEndpoints } from './sign-in-codes.endpoints.ts';
import { supplierEndpoints } from './suppliers.endpoints.ts';
import { supportEndpoints, supportSignInEndpoints } from './support.endpoints.ts';
import { ownTelegramEndpoints, userTelegramEndpoints } from './telegram-links.endpoints.ts';
import { usageEndpoints } from './usage.endpoints.ts';
import { ownSessionEndpoints, signInEndpoints, userEndpoints } from './users.endpoints.ts';
import { venueNameEndpoints } from './venue.endpoints.ts';

/** The endpoints of a venue. Clients import its type alone, so that no schema of an answer reaches a browser. */
export const venueEndpoints = {
  ...attachedCodeEndpoints,
  ...botStateEndpoints,
  ...bridgeEndpoints,
  ...categoryEndpoints,
  ...changeEndpoints,
  ...chatEndpoints,
  ...chatUploadEndpoints,
  ...countEndpoints,
  ...deliveryEndpoints,
  ...deliveryUploadEndpoints,
  ...dishEndpoints,
  ...exportEndpoints,
  ...feedEndpoints,
  ...feedUploadEndpoints,
  ...importEndpoints,
  ...itemEndpoints,
  ...lookupEndpoints,
  ...markEndpoints,
  ...miniAppEndpoints,
  ...newcomerEndpoints,
  ...oneCountEndpoints,
  ...openApiEndpoints,
  ...orderEndpoints,
  ...ownMaxEndpoints,
  ...ownSessionEndpoints,
  ...ownTelegramEndpoints,
  ...pushEndpoints,
  ...recipeFileEndpoints,
  ...recipeUploadEndpoints,
  ...reportEndpoints,
  ...salesEndpoints,
  ...salesUploadEndpoints,
  ...scaleEndpoints,
  ...scheduledCountEndpoints,
  ...securityEndpoints,
  ...settingsEndpoints,
  ...signInCodeEndpoints,
  ...signInEndpoints,
  ...supplierEndpoints,
  ...supportEndpoints,
  ...supportSignInEndpoints,
  ...uploadEndpoints,
  ...usageEndpoints,
  ...userEndpoints,
  ...userMaxEndpoints,
  ...userTelegramEndpoints,
  ...venueNameEndpoints,
};
export type VenueEndpoints = typeof venueEndpoints;
