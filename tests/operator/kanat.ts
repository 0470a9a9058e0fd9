import type { Machine } from './machine.ts'

/** The folder and the user that the commands of `docs/operations.md` name. */
export const DATA_DIR = '/var/lib/kanat/8080'
export const ACCOUNT = { email: 'you@company.example', password: 'rüzgâr-12' }

/** Calls of a user to the server on a machine. There is no network between the test and the machine, so curl sends them. */
export class KanatOnMachine {
  readonly #machine: Machine
  readonly #origin: string
  #token = ''

  constructor(machine: Machine, port = 8080) {
    this.#machine = machine
    this.#origin = `http://127.0.0.1:${port}`
  }

  /** Waits until the server answers. @throws with its log if it does not */
  answers(): void {
    const port = new URL(this.#origin).port
    this.#machine.run(
      `for n in $(seq 600); do curl --fail --silent --output /dev/null ${this.#origin}/api/health && exit; sleep 0.1; done
       tail -n 20 /var/log/kanat-${port || '*'}.log; exit 1`,
    )
  }

  signIn(): void {
    const { token } = this.json<{ token: string }>('POST', '/api/auth/login', ACCOUNT)
    this.#token = token
  }

  json<T>(method: string, path: string, body?: unknown): T {
    const type = body === undefined ? '' : `--header 'Content-Type: application/json' --data-binary @-`
    return JSON.parse(
      this.#curl(`--request ${method} ${type} '${this.#origin}${path}'`, JSON.stringify(body)),
    )
  }

  /** @param file a path on the machine @returns the key of the photo */
  upload(turbine: number, file: string): string {
    const form = `--form room=Tip-WW --form blade=A --form year=2026 --form photos=@${file}`
    const { data } = JSON.parse(this.#curl(`${form} '${this.#origin}/api/turbines/${turbine}/photos'`)) as {
      data: { key: string }[]
    }
    return data[0]?.key as string
  }

  /** The SHA-256 of an original as the server sends it. */
  hashOf(key: string): string {
    return this.#curl(`'${this.#origin}/media/${key}' | sha256sum | cut --characters=1-64`).trim()
  }

  #curl(rest: string, input = ''): string {
    const call = `curl --silent --show-error --fail-with-body --header 'Authorization: Bearer ${this.#token}'`
    return this.#machine.run(`${call} ${rest}`, input)
  }
}
