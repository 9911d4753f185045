import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { RequestHandler } from 'express';
import { sendNotice } from '../ingress/notice.ts';
import type { SeesSandbox } from './viewers.ts';

/** Serves the sandbox to those who may see it; for anybody else it does not exist. */
export const localOnly =
  (seesSandbox: SeesSandbox): RequestHandler =>
  (req, res, next) => {
    if (seesSandbox(req)) next();
    else sendNotice(req, res, new NotFound('Нет такого адреса', 'no_route'));
  };
