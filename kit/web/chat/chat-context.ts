import { createContext, useContext, useEffect, useState } from 'react';

/** What the conversation needs of the page that it is on. */
export interface ChatContextValue {
  /** The address of a file; null where a link cannot carry what lets one have it, and it is fetched instead. */
  fileUrl: (fileId: string) => string | null;
  /** Fetches a file and returns an address within the page. */
  fetchFile: (fileId: string) => Promise<string>;
  notify: { error: (text: string) => void; info: (text: string) => void };
}

export const ChatContext = createContext<ChatContextValue>({
  fileUrl: () => null,
  fetchFile: () => Promise.reject(new Error('There is no page around the conversation')),
  notify: { error: () => undefined, info: () => undefined },
});

export const useChatContext = (): ChatContextValue => useContext(ChatContext);

/** Returns the file's address, null until it is fetched. */
export function useFileUrl(fileId: string): string | null {
  const { fileUrl, fetchFile } = useChatContext();
  const [fetched, setFetched] = useState<string | null>(null);
  const known = fileUrl(fileId);
  useEffect(() => {
    if (known !== null) return;
    let left = false;
    fetchFile(fileId).then(
      (url) => {
        if (!left) setFetched(url);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [known, fetchFile, fileId]);
  return known ?? fetched;
}
