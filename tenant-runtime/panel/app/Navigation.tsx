import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Ellipsis } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router';
import { Unread } from '../../web/own-chat/Unread.tsx';
import { useUnread } from '../chat/use-own-chat.ts';
import { useIsAdmin, useIsSupport } from '../workspace/workspace.ts';
import classes from './Navigation.module.css';
import { type Place, places } from './places.ts';
import { useGoKeys } from './use-go-keys.ts';

const ON_PHONE = 4;
const CHAT = '/chat';

function Entry({ place: { to, label, icon: Icon, key }, unread }: { place: Place; unread: number }) {
  return (
    <NavLink to={to} end={to === '/'} className={classes.place} title={`${label} — G, ${key}`}>
      <Icon size={22} aria-hidden />
      <span>{label}</span>
      <Unread count={unread} />
    </NavLink>
  );
}

/** The menu «Ещё» holds the pages that have no room in a phone's bottom bar. */
function More({ rest, unread }: { rest: readonly Place[]; unread: number }) {
  const { pathname } = useLocation();
  const here = rest.some(({ to }) => pathname.startsWith(to));
  return (
    <Menu position="top-end" shadow="md" width={220} styles={{ item: { minHeight: '3rem' } }}>
      <Menu.Target>
        <button type="button" className={classes.place} aria-current={here ? 'page' : undefined}>
          <Ellipsis size={22} aria-hidden />
          <span>Ещё</span>
          <Unread count={unread} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {rest.map(({ to, label, icon: Icon }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            leftSection={<Icon size={20} aria-hidden />}
            rightSection={to === CHAT && unread > 0 && String(unread)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A rail at the side; on a phone, a bottom bar with the four most used pages and the others under «Ещё». */
export function Navigation() {
  const isAdmin = useIsAdmin();
  const onPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const isSupport = useIsSupport();
  const unread = useUnread();
  const allowed = places.filter(({ adminOnly, notSupport }) => (isAdmin || !adminOnly) && !(isSupport && notSupport));
  useGoKeys(allowed);
  const shown = onPhone ? allowed.slice(0, ON_PHONE) : allowed;
  return (
    <nav className={classes.navigation} aria-label="Разделы">
      {shown.map((place) => (
        <Entry key={place.to} place={place} unread={place.to === CHAT ? unread : 0} />
      ))}
      {onPhone && <More rest={allowed.slice(ON_PHONE)} unread={unread} />}
    </nav>
  );
}
