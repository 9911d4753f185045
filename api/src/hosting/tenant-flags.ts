const HEAP_MB = 384;

/** The bot's packages (node-fetch through grammY) call punycode and url.parse; tenants can't change that. */
const QUIET = ['--disable-warning=DEP0040', '--disable-warning=DEP0169'];

/** Node's flags for every tenant's program. Compiled code is kept by them: one that was compiled with others is of no use. */
export const TENANT_FLAGS = ['--max-semi-space-size=1', `--max-old-space-size=${HEAP_MB}`, ...QUIET];

/**
 * How glibc gives a tenant its memory. It allocates from few threads, so one arena is enough for it. What V8 frees after
 * its compiling leaves holes that go back to the machine only where each large piece was mapped by itself: 42 MB of its
 * own become 32, for some 20 ms of processor more at the start.
 */
export const TENANT_MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
