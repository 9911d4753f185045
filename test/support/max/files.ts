import { randomBytes, randomInt } from 'node:crypto';
import { badRequest, ok, type Reply, refusal, type UploadType } from '@ostatok/api/src/sandbox/max/protocol.ts';

export interface StoredFile {
  token: string;
  type: UploadType;
  photoId: number;
  name: string;
  /** Undefined while only the address of its upload was given. */
  bytes: Buffer | undefined;
  /** How many messages with it are still refused because it is being processed. */
  notReady: number;
}

/** MAX judges what a file is by the ending of its name. */
const IMAGE_NAME = /\.(jpe?g|png|gif|tiff?|bmp|heic)$/i;

async function fileIn(body: Buffer, contentType: string): Promise<File | undefined> {
  if (!contentType.startsWith('multipart/form-data')) return undefined;
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  const form = await response.formData().catch(() => undefined);
  const data = form?.get('data');
  return data instanceof File ? data : undefined;
}

function receipt({ type, token, photoId }: StoredFile): Reply {
  if (type === 'file') return ok({ token });
  if (type === 'image') return ok({ photos: { [photoId]: { token } } });
  return { status: 200, body: '<retval>1</retval>', headers: { 'content-type': 'application/xml' } };
}

/** What people and bots have attached. `origin` is where the addresses of uploads and downloads lead. */
export function createFiles(origin: () => string) {
  const byToken = new Map<string, StoredFile>();
  /** By the last part of an address. */
  const uploads = new Map<string, StoredFile>();
  const downloads = new Map<string, StoredFile>();

  function store(type: UploadType, name: string, bytes?: Buffer, notReady = 0): StoredFile {
    const token = randomBytes(24).toString('base64url');
    const file = { token, type, photoId: randomInt(2 ** 40), name, bytes, notReady };
    byToken.set(token, file);
    return file;
  }

  async function receive(id: string, body: Buffer, contentType: string): Promise<Reply> {
    const file = uploads.get(id);
    if (!file) return refusal(404, 'not.found', 'no such upload');
    const data = await fileIn(body, contentType);
    if (!data) return badRequest('multipart/form-data with a field «data»');
    // the shape of this error is a guess, that it comes with 200 is not
    if (file.type === 'image' && !IMAGE_NAME.test(data.name))
      return ok({ error_code: 4, error_data: 'UNSUPPORTED_FILE' });
    file.name = data.name;
    file.bytes = Buffer.from(await data.arrayBuffer());
    return receipt(file);
  }

  function download(id: string): Reply {
    const bytes = downloads.get(id)?.bytes;
    if (!bytes) return refusal(404, 'not.found', 'the address has expired');
    return { status: 200, body: bytes, headers: { 'content-type': 'application/octet-stream' } };
  }

  return {
    byToken,
    store,
    receive,
    download,
    /** Gives an address for an upload; for video and audio also the token, as MAX does. */
    offerUpload(type: UploadType, notReady: number): { url: string; token?: string } {
      const id = randomBytes(16).toString('hex');
      const file = store(type, '', undefined, notReady);
      uploads.set(id, file);
      const isMedia = type === 'video' || type === 'audio';
      return { url: `${origin()}/upload/${id}`, ...(isMedia && { token: file.token }) };
    },
    /** Makes a new address of the file's bytes. */
    urlOf(file: StoredFile): string {
      const id = randomBytes(16).toString('hex');
      downloads.set(id, file);
      return `${origin()}/download/${id}`;
    },
    expireDownloads: (): void => downloads.clear(),
  };
}
export type Files = ReturnType<typeof createFiles>;
