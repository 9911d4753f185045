import { createContext, use } from 'react';

/** Whether the controls in a row are tab stops: only in the active row, otherwise a list would have too many. */
export const RowReach = createContext(true);

/** The tabIndex of a link or button within a row. */
export const useRowTabIndex = (): 0 | -1 => (use(RowReach) ? 0 : -1);
