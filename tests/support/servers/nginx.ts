import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNginx } from '../programs/nginx.mjs'
import { temporaryFolder } from '../test-app.ts'
import { freePort } from './server-process.ts'

const CONFIGURATION = join(import.meta.dirname, '../../../deploy/nginx.conf')
const PROGRAM = findNginx()

export const hasNginx = PROGRAM !== undefined

/** The nginx of this machine with `deploy/nginx.conf`, on a free port, in front of two servers. */
export class Nginx implements AsyncDisposable {
  readonly origin: string
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(origin: string, folder: string, process: ChildProcess) {
    this.origin = origin
    this.#folder = folder
    this.#process = process
  }

  /** Resolves once nginx answers. @param ports those of the servers */
  static async start([first, second]: readonly [string, string]): Promise<Nginx> {
    const folder = await temporaryFolder()
    const port = await freePort()
    const configuration = (await readFile(CONFIGURATION, 'utf8'))
      .replaceAll('127.0.0.1:8081', `127.0.0.1:${first}`)
      .replaceAll('127.0.0.1:8082', `127.0.0.1:${second}`)
      .replace('listen 80 default_server;', `listen 127.0.0.1:${port};`)
      .replace('listen [::]:80 default_server;', '')
      .replace('/var/log/nginx/kanat.log', join(folder, 'access.log'))
    await writeFile(join(folder, 'nginx.conf'), around(configuration, folder))
    const child = spawn(
      PROGRAM ?? 'nginx',
      ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
      {
        stdio: 'inherit',
      },
    )
    const nginx = new Nginx(`http://127.0.0.1:${port}`, folder, child)
    while (child.exitCode === null) {
      if (await fetch(`${nginx.origin}/metrics`).catch(() => undefined)) return nginx
    }
    throw new Error(`nginx did not start: ${await nginx.errors()}`)
  }

  errors(): Promise<string> {
    return readFile(join(this.#folder, 'error.log'), 'utf8')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await ended
    await rm(this.#folder, { recursive: true })
  }
}

/** The main file that Debian has in `/etc/nginx/nginx.conf`. */
function around(configuration: string, folder: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${join(folder, 'nginx.pid')};
worker_rlimit_nofile 20000;
events { worker_connections 8192; }
http {
${folders.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
${configuration}
}`
}
