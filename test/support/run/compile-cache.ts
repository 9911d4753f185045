/**
 * The variable that names the run's compile cache, for processes that are started with an environment of their own:
 * without it each would strip and compile all its modules again.
 */
export const compileCache = (): { NODE_COMPILE_CACHE?: string } => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
};
