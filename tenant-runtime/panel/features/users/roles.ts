import type { Role } from '@ostatok/tenant-runtime/contract/users.ts';

const roleLabels: Record<Role, string> = { user: 'Сотрудник', admin: 'Администратор' };
export const roleOptions = Object.entries(roleLabels).map(([value, label]) => ({ value, label }));
