/** A run with a load, for the test that kills it. */
import { startHogs } from './loads.ts';

process.send?.(startHogs({ hogs: ['spin', 'write'] }).pids);
