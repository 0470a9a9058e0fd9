import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** What an image says about its start, as in its Dockerfile. */
export interface ImageConfig {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
  Volumes: Record<string, object>
}

/** Buildah with a storage of its own, in which layers are folders. It needs no container runtime. For Debian, as root. */
export class Buildah implements Disposable {
  readonly #storage: string

  /** @param folder becomes the storage. It is emptied, also at the end. */
  constructor(folder: string) {
    this.#storage = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }

  run(...args: string[]): void {
    execFileSync('buildah', this.#withStorage(args), { ...this.#options(), stdio: 'inherit' })
  }

  read(...args: string[]): string {
    return execFileSync('buildah', this.#withStorage(args), { ...this.#options(), encoding: 'utf8' }).trim()
  }

  /** Makes a container of an image and opens its files. @returns the folder with the files */
  mount(image: string): string {
    return this.read('mount', this.read('from', image))
  }

  config(image: string): ImageConfig {
    const { Docker } = JSON.parse(this.read('inspect', '--type=image', image)) as {
      Docker: { config: ImageConfig }
    }
    return Docker.config
  }

  /** The size of all layers, not compressed, as in `124 MB`. */
  size(image: string): string {
    return this.read('images', '--format={{.Size}}', image)
  }

  [Symbol.dispose](): void {
    rmSync(this.#storage, { recursive: true })
  }

  #withStorage(args: string[]): string[] {
    const folders = [`--root=${join(this.#storage, 'root')}`, `--runroot=${join(this.#storage, 'run')}`]
    return [...folders, '--storage-driver=vfs', ...args]
  }

  #options() {
    return { cwd: ROOT, env: { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: this.#storage } }
  }
}
