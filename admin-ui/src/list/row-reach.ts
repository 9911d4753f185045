import { createContext, use } from 'react';

/** Whether Tab stops at what is in the row: only at the row one is on, so that a list is no endless row of stops. */
export const RowReach = createContext(true);

/** Of a link or a button within a row. */
export const useRowTabIndex = (): 0 | -1 => (use(RowReach) ? 0 : -1);
