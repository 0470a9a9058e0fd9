import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { ImageConfig } from './buildah.ts'

const START_MS = 60_000

/**
 * Starts its arguments as a container with `read_only`, `tmpfs: [/tmp]`, `cap_drop: [ALL]` and `no-new-privileges`, as in
 * `deploy/compose.yaml`. Buildah's own `run` needs a root file system that it can write. The process keeps its id, so it gets the signals.
 */
const START = `
set -e
files=$1 data=$2 user=$3 folder=$4
shift 4
mount --bind "$files" "$files"
mount --bind -o remount,ro "$files"
mount -t proc proc "$files/proc"
mount --rbind /dev "$files/dev"
mount -t tmpfs tmpfs "$files/tmp"
mount --bind "$data" "$files/data"
cd "$files"
exec chroot "$files" setpriv --reuid="$user" --regid="$user" --init-groups --bounding-set=-all --no-new-privs env --chdir="$folder" "$@"`

/** A container of an image, with its volume in a folder. */
export class StartedContainer {
  readonly origin: string
  readonly #image: ImageConfig
  readonly #files: string
  readonly #data: string
  readonly #env: Record<string, string>
  readonly #process: ChildProcess

  private constructor(image: ImageConfig, files: string, data: string, env: Record<string, string>) {
    this.#image = image
    this.#files = files
    this.#data = data
    this.#env = env
    this.origin = `http://127.0.0.1:${env.PORT}`
    this.#process = this.#spawn(image.Cmd, { stdio: 'inherit' })
  }

  /** Resolves once the health check of the image succeeds. @param files the root file system @param data the volume */
  static async start(
    image: ImageConfig,
    files: string,
    data: string,
    env: Record<string, string> & { PORT: string },
  ): Promise<StartedContainer> {
    const container = new StartedContainer(image, files, data, env)
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause(100)) {
      if (container.#process.exitCode !== null) break
      if ((await container.healthCheck()) === 0) return container
    }
    await container.stop()
    throw new Error('The container did not become healthy.')
  }

  /** Runs the health check of the image. @returns its exit code */
  healthCheck(): Promise<number | null> {
    return exitCode(this.#spawn(this.#image.Healthcheck.Test.slice(1), { stdio: 'ignore' }))
  }

  /** Writes as the user of the image. @returns true if the file was written */
  async canWrite(path: string): Promise<boolean> {
    return (await exitCode(this.#spawn(['touch', path], { stdio: 'ignore' }))) === 0
  }

  /** Ends the container as `docker stop` does. @returns its exit code */
  async stop(): Promise<number | null> {
    const exited = exitCode(this.#process)
    this.#process.kill('SIGTERM')
    return await exited
  }

  #spawn(command: string[], options: SpawnOptions): ChildProcess {
    const ofImage = this.#image.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))
    const { User, WorkingDir } = this.#image
    const start = ['--mount', 'sh', '-c', START, 'sh', this.#files, this.#data, User, WorkingDir]
    return spawn('unshare', [...start, ...command], {
      ...options,
      env: { ...Object.fromEntries(ofImage), HOME: '/data', ...this.#env },
    })
  }
}

async function exitCode(process: ChildProcess): Promise<number | null> {
  if (process.exitCode !== null) return process.exitCode
  const [code] = (await once(process, 'exit')) as [number | null]
  return code
}
