import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { DEFAULT_TIME_ZONE, yearIn } from '#domain/time/today.ts'
import { jpeg, uploadForm } from '../../tests/support/builders.ts'
import { turnedPhoto } from '../../tests/support/pictures/turned-photos.ts'
import { ServerProcess, SUPERADMIN, signInAtProcess } from '../../tests/support/servers/server-process.ts'

/** The turbine that is walked through. It is neither the first nor the last row of the list. */
export const TURBINE = { turbine_name: 'Karaburun 4', city: 'izmir', code: 'KRB-04', location: 'Mordoğan' }
const OTHERS = [
  { turbine_name: 'Aralık 1', city: 'ığdır', code: 'IGD-01', location: 'Aralık' },
  { turbine_name: 'Soma 7', city: 'manisa', code: 'SOM-07', location: 'Soma' },
]
/** The year of the photo with which the uploaded one is compared. */
export const LAST_YEAR = yearIn(DEFAULT_TIME_ZONE) - 1
const OPERATOR_COMPANY = 999
/** The user whose row is clicked, and those of the other rows. */
export const USER = 'deniz@kanat.example'
const EMAILS = ['bora@kanat.example', USER, 'zeynep@kanat.example']

/** The built product with three turbines. The walked one has a photo of last year in its third room, a panorama in its first one, and a turned photo of a drone. */
export class WalkedServer implements AsyncDisposable {
  readonly origin: string
  readonly account = SUPERADMIN
  /** A photo that can be uploaded. */
  readonly photoPath: string
  readonly #server: ServerProcess
  readonly #folder: string
  #turnedAddress = ''

  private constructor(server: ServerProcess, folder: string, photoPath: string) {
    this.#server = server
    this.origin = server.origin
    this.#folder = folder
    this.photoPath = photoPath
  }

  static async start(): Promise<WalkedServer> {
    const folder = await mkdtemp(join(tmpdir(), 'kanat-walked-'))
    const photoPath = join(folder, 'tip.jpg')
    const flat = await jpeg({ width: 1600, height: 1200 })
    await writeFile(photoPath, flat)
    const server = await ServerProcess.start(join(folder, 'data'), { RESERVE_MB: '0' })
    const walked = new WalkedServer(server, folder, photoPath)
    try {
      await walked.#fill(flat)
    } catch (error) {
      await walked[Symbol.asyncDispose]()
      throw error
    }
    return walked
  }

  /** Where the turned photo is open. */
  get turnedAddress(): string {
    return this.#turnedAddress
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.end('SIGTERM')
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #fill(flat: Buffer): Promise<void> {
    const headers = await signInAtProcess(this.origin)
    const post = async <Data = { id: number }>(
      path: string,
      body: FormData | string,
      type: Record<string, string> = {},
    ): Promise<Data> => {
      const answer = await fetch(this.origin + path, {
        method: 'POST',
        headers: { ...headers, ...type },
        body,
      })
      if (answer.status !== 201) throw new Error(`POST ${path} returned ${await answer.text()}`)
      return ((await answer.json()) as { data: Data }).data
    }
    const add = (path: string, fields: object) =>
      post(path, JSON.stringify({ ...fields, company_id: OPERATOR_COMPANY }), {
        'Content-Type': 'application/json',
      })
    for (const email of EMAILS)
      await add('/api/users', {
        email,
        first_name: 'Ada',
        last_name: 'Yel',
        role: 'operator',
        password: 'yelkovan',
      })
    const { id } = await add('/api/turbines', TURBINE)
    for (const turbine of OTHERS) await add('/api/turbines', turbine)
    const photos = `/api/turbines/${id}/photos`
    await post(photos, uploadForm({ 'before.jpg': flat }, { room: '3', year: String(LAST_YEAR) }))
    const turned = uploadForm({ 'turned.webp': await turnedPhoto(6, 'webp') }, { category: 'drone' })
    const [photo] = await post<{ id: number }[]>(photos, turned)
    this.#turnedAddress = `${turbineAddress(id)}?photo=${photo?.id}`
    await post(photos, uploadForm({ 'sphere.jpg': await jpeg({ width: 2048, height: 1024 }) }))
  }
}
