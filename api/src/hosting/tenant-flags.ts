const HEAP_MB = 384;

/** The bot's packages (node-fetch through grammY) call punycode and url.parse; tenants can't change that. */
const QUIET = ['--disable-warning=DEP0040', '--disable-warning=DEP0169'];

/** Node's flags for every tenant's program. Compiled code is kept by them: one that was compiled with others is of no use. */
export const TENANT_FLAGS = ['--max-semi-space-size=1', `--max-old-space-size=${HEAP_MB}`, ...QUIET];
