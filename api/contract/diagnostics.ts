import * as yup from 'yup';

export const suiteNames = ['database', 'auth', 'provisioning', 'catalog', 'admin', 'docker'] as const;

export const diskUsageQuerySchema = yup.object({ fresh: yup.string().typeError('fresh — 1') });
