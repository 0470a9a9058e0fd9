import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { DossierPhotos } from '#domain/inspections/dossier.ts'
import { dossierName } from '#server/features/inspections/dossiers/dossier-names.ts'
import { awaitsReports, findNewestVersion } from '#server/features/inspections/dossiers/dossier-versions.ts'
import { dossierZip } from '#server/features/inspections/dossiers/dossier-zip.ts'
import { checkDossier, sealDossier } from '#server/features/inspections/dossiers/prepare-dossier.ts'
import { sealOlderVersion } from '#server/features/inspections/releases/seal-older-versions.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { CommandCall } from './command-call.ts'
import { type CommandServices, withInstallation } from './users/with-installation.ts'

const USAGE = `npm run dossier -- TURBINE YEAR [FILE] [--derivatives]
Writes the sealed dossier of the newest published version of an inspection as ZIP. TURBINE is the id or code of a turbine.
--derivatives: pictures at most 2560 pixels wide instead of the originals.`

interface Wanted {
  turbine: string
  year: number
  file: string | undefined
  photos: DossierPhotos
}

/** `npm run dossier`: writes the sealed dossier of an inspection. */
export async function writeDossier(call: CommandCall): Promise<number> {
  const wanted = readArguments(call.args)
  return withInstallation(call, async (services) => {
    const { config, db, store, change } = services
    const turbine = await findTurbine(db.read, wanted.turbine)
    const version = await sealedVersion(services, turbine.id, wanted.year)
    const file = resolve(wanted.file ?? dossierName(turbine, wanted.year, version.version))
    const { signal } = new AbortController()
    const checked = await checkDossier(services, version, wanted.photos, {
      signal,
      onFile: async () => {},
    }).catch(sayFailure)
    const sealed = await change((transaction) => sealDossier(transaction, config, checked))
    const pieces = dossierZip(store, { ...sealed, document: version.document ?? '' }, signal)
    await writeNew(call, file, pieces)
    const { files, deleted } = checked
    call.print(
      `${file}: version ${version.version} of ${wanted.year}, ${files.length - 1} reports and photos, ${(sealed.size / 1e6).toFixed(1)} MB.\n`,
    )
    if (deleted.length > 0)
      call.print(`${deleted.length} photos were deleted after the publication; README.txt names them.\n`)
    return 0
  })
}

function readArguments(args: string[]): Wanted {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { derivatives: { type: 'boolean' } },
    })
    const [turbine, year, file, ...rest] = positionals
    if (!turbine || !/^\d{4}$/.test(year ?? '') || rest.length > 0) throw new Error(USAGE)
    return { turbine, year: Number(year), file, photos: values.derivatives ? 'derivatives' : 'originals' }
  } catch {
    throw new Error(USAGE)
  }
}

/** @throws with a sentence if none matches, or several have this code */
async function findTurbine(db: Reader, wanted: string): Promise<{ id: number; code: string }> {
  const query = db.selectFrom('turbine').select(['id', 'code']).orderBy('id')
  const byId = /^\d{1,15}$/.test(wanted)
    ? await query.where('id', '=', Number(wanted)).executeTakeFirst()
    : undefined
  if (byId) return byId
  const [turbine, ...others] = await query.where('code', '=', wanted).execute()
  if (!turbine) throw new Error(`No turbine has the id or code ${wanted}.`)
  if (others.length === 0) return turbine
  const ids = [turbine, ...others].map(({ id }) => id).join(', ')
  throw new Error(`Several turbines have the code ${wanted}. Their ids are ${ids}.`)
}

async function sealedVersion(services: CommandServices, turbineId: number, year: number) {
  const { db } = services
  const newest = await findNewestVersion(db.read, turbineId, year)
  if (!newest) throw new Error(`The inspection of ${year} is not published, so there is nothing to seal.`)
  await sealOlderVersion(services, newest.id)
  const sealed = await findNewestVersion(db.read, turbineId, year)
  if (sealed?.id !== newest.id)
    throw new Error('The inspection was published or withdrawn meanwhile. Try again.')
  if (await awaitsReports(db.read, { turbineId, year, version: sealed.version }))
    throw new Error(`The reports of version ${sealed.version} are still being made. Try again later.`)
  return sealed
}

function sayFailure(error: unknown): never {
  const name = error instanceof ApiError ? error.reason?.values?.name : undefined
  if (name === undefined) throw error
  throw new Error(
    `The file of ${name} is missing or has changed, so the dossier cannot be sealed. Run: npm run verify`,
  )
}

/** Writes a new file, and removes it on failure. */
async function writeNew(call: CommandCall, file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const out = createWriteStream(file, { flags: 'wx', mode: 0o640 })
  let isOurs = false
  out.once('open', () => {
    isOurs = true
    call.ifInterrupted(`The dossier ${file} is incomplete. Remove it.`)
  })
  try {
    await pipeline(pieces, out)
  } catch (error) {
    if (isOurs) await rm(file, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(`${file} exists already. Choose a new file.`)
    throw error
  }
}
