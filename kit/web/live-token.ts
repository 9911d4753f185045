/** The part of a tenant's socket used here. */
interface LiveSocket {
  on: (event: 'session:ending', listener: () => void) => unknown;
  emit: (event: 'session:renew', token: string) => unknown;
}

interface LiveTokenParts {
  /** Returns the present token; undefined when nobody is signed in. */
  current: () => string | undefined;
  /** Renews the token; returns whether there is a token other than the given one. */
  renew: (token: string) => Promise<boolean>;
}

/** Keeps a socket signed in that outlives its token. */
export function createLiveToken({ current, renew }: LiveTokenParts) {
  return {
    /** Provides the token each time the socket connects. */
    socketAuth: (give: (auth: { token: string }) => void): void => give({ token: current() ?? '' }),

    /** Sends the next token before the present one expires, so that the connection is not interrupted. */
    keepSignedIn(socket: LiveSocket): void {
      socket.on('session:ending', async () => {
        const token = current();
        if (!token || !(await renew(token))) return;
        const next = current();
        if (next) socket.emit('session:renew', next);
      });
    },
  };
}
