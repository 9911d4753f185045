import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { RequestHandler } from 'express';
import { isLocalRequest } from '../ingress/local-request.ts';
import { sendNotice } from '../ingress/notice.ts';

/** The stand-ins are for whoever sits at this machine; for anybody else they are not there. */
export const localOnly: RequestHandler = (req, res, next) => {
  if (isLocalRequest(req)) next();
  else sendNotice(req, res, new NotFound('Нет такого адреса', 'no_route'));
};
