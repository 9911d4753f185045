import { text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { subscribeSchema, unsubscribeSchema } from './push.ts';

export const pushEndpoints = defineEndpoints({
  'GET /api/push': {
    summary: 'Get the key by which a browser subscribes to the notices of the chat',
    access: 'own-user',
    answer: yup.object({ key: text() }),
  },
  'PUT /api/push': {
    summary:
      "Notify the caller on this device, until this sign-in ends; sent again, it is the device's only subscription",
    access: 'own-user',
    body: subscribeSchema,
  },
  'POST /api/push/unsubscribe': {
    summary: 'Stop notifying on a device',
    access: 'own-user',
    body: unsubscribeSchema,
  },
});
