import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { RequestHandler } from 'express';
import { sendNotice } from '../ingress/notice.ts';
import { isLocalRequest } from '../platform/local-request.ts';

/** Serves the sandbox only to this machine; for anybody else it does not exist. */
export const localOnly: RequestHandler = (req, res, next) => {
  if (isLocalRequest(req)) next();
  else sendNotice(req, res, new NotFound('Нет такого адреса', 'no_route'));
};
