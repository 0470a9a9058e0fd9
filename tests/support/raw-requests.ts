import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Opens a connection to the server at `origin`. The caller must handle its events. */
export async function connectTo(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

/** Sends raw bytes that an HTTP client would not send. Resolves with the whole answer when the server closes the connection. */
export async function sendRaw(origin: string, text: string): Promise<string> {
  const socket = await connectTo(origin)
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
