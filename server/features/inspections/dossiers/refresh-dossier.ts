import type { Turbine } from '#domain/turbine.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { fullName } from '#server/infrastructure/store/file-store.ts'
import type { DossierChain } from './dossier-chain.ts'
import { type DossierFile, listWantedFiles } from './dossier-files.ts'
import type { DossierContent } from './dossier-zip.ts'
import { sealDossier } from './prepare-dossier.ts'
import { columnsOf, type PreparedDossier, replacePrepared } from './prepared-dossiers.ts'

/** A finished dossier, ready for download. */
export interface DownloadedDossier extends DossierContent {
  /** Bytes of the ZIP. */
  size: number
}

/**
 * The current download of a finished dossier. If a photo or a report was deleted since, the dossier is rebuilt without it: its README names
 * the photo, and everything is signed again. No file is read for that, because the remaining ones have not changed.
 */
export async function refreshDossier(
  services: CoreServices,
  { company_id }: Pick<Turbine, 'company_id'>,
  row: PreparedDossier,
): Promise<DownloadedDossier> {
  const { config, db, transactions } = services
  const { document, readme, signature, size, public_key: publicKey } = row
  // Yields between reading the list of 10,000 files, parsing it and parsing the document.
  await yieldToEventLoop()
  const files = JSON.parse(row.files) as DossierFile[]
  await yieldToEventLoop()
  const sealedDocument = JSON.parse(document) as SealedDocument
  await yieldToEventLoop()
  const { files: wanted, deleted } = await listWantedFiles(db.read, sealedDocument, row.photos)
  const present = new Set(wanted.map(({ file }) => fullName(file)))
  const left = files.filter(({ source }) => typeof source === 'string' || present.has(fullName(source)))
  if (left.length === files.length) {
    const chain = JSON.parse(row.chain) as DossierChain
    return { files, document, readme, chain, publicKey, signature, size }
  }
  const { findings: _, photos: __, ...head } = sealedDocument
  const kept = left.filter(({ source }) => typeof source !== 'string' || source === 'document')
  const sealed = await transactions.run(async (transaction) => {
    db.concern(company_id)
    const made = await sealDossier(transaction, config, {
      document: head,
      photos: row.photos,
      files: kept,
      deleted,
    })
    await replacePrepared(transaction, row, await columnsOf(made))
    return made
  })
  return { ...sealed, document }
}
