/** The requests of the tus protocol, for tests that send them with a client of the app or to a server process. */

/** Sends a request to the API. */
type Send = (
  method: string,
  path: string,
  body?: Uint8Array<ArrayBuffer>,
  headers?: Record<string, string>,
) => Promise<Response>

const VERSION = { 'Tus-Resumable': '1.0.0' }

/** An upload in parts to a turbine, by one user. */
export class UploadInParts {
  readonly #send: Send
  readonly address: string

  constructor(send: Send, address: string) {
    this.#send = send
    this.address = address
  }

  /** Begins an upload, which must succeed. */
  static async begin(send: Send, turbine: number, name: string, length: number): Promise<UploadInParts> {
    const answer = await beginParts(send, turbine, { filename: name, room: '1', blade: 'A' }, length)
    const address = answer.headers.get('Location')
    if (answer.status !== 201 || address === null) throw new Error(`${answer.status} ${await answer.text()}`)
    return new UploadInParts(send, address)
  }

  /** The number of bytes that the server has, or the status of its refusal. */
  async offset(): Promise<{ status: number; offset: number }> {
    const answer = await this.#send('HEAD', this.address, undefined, VERSION)
    return { status: answer.status, offset: Number(answer.headers.get('Upload-Offset')) }
  }

  part(bytes: Uint8Array, start: number): Promise<Response> {
    return this.#send('PATCH', this.address, Uint8Array.from(bytes), {
      ...VERSION,
      'Upload-Offset': String(start),
      'Content-Type': 'application/offset+octet-stream',
    })
  }

  cancel(): Promise<Response> {
    return this.#send('DELETE', this.address, undefined, VERSION)
  }
}

export function beginParts(
  send: Send,
  turbine: number,
  metadata: Record<string, string>,
  length: number,
): Promise<Response> {
  const pairs = Object.entries(metadata).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  )
  return send('POST', `/api/turbines/${turbine}/photos/uploads`, undefined, {
    ...VERSION,
    'Upload-Length': String(length),
    'Upload-Metadata': pairs.join(','),
  })
}
