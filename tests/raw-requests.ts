import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to the server at `origin`; what becomes of it is for the caller to look at. */
export async function connectTo(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

/** Sends what no HTTP client would; resolves with the whole answer once the server closes the connection. */
export async function sendRaw(origin: string, text: string): Promise<string> {
  const socket = await connectTo(origin)
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
