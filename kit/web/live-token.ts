/** What it takes of a venue's socket. */
interface LiveSocket {
  on: (event: 'session:ending', listener: () => void) => unknown;
  emit: (event: 'session:renew', token: string) => unknown;
}

interface LiveTokenParts {
  /** As it is this moment; undefined: nobody is signed in. */
  current: () => string | undefined;
  /** Takes the next one; whether there is a token other than the one that it is told. */
  renew: (token: string) => Promise<boolean>;
}

/** How a socket that outlives its token stays signed in. */
export function createLiveToken({ current, renew }: LiveTokenParts) {
  return {
    /** What a socket signs in with, each time it connects. */
    socketAuth: (give: (auth: { token: string }) => void): void => give({ token: current() ?? '' }),

    /** Before its token runs out the socket goes on with the next one, and nobody notices. */
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
