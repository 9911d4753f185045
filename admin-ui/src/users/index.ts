import type { AdminUser } from '@ostatok/api/contract/admin.ts';
import { UserList } from './UserList.tsx';

/** The resource as react-admin mounts it. */
export const users = { list: UserList, recordRepresentation: (user: AdminUser) => user.email };
