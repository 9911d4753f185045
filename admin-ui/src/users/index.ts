import type { AdminUser } from '@ostatok/api/contract/users.ts';
import { UserList } from './UserList.tsx';
import { UsersIcon } from './UsersIcon.tsx';

/** The resource as react-admin mounts it. */
export const users = { list: UserList, icon: UsersIcon, recordRepresentation: (user: AdminUser) => user.email };
