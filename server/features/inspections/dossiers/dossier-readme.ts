import en from '#content/dossier/en.json' with { type: 'json' }
import tr from '#content/dossier/tr.json' with { type: 'json' }
import { DOSSIER_COMMANDS, type DossierPhotos } from '#domain/inspections/dossier.ts'
import { chainName } from './dossier-chain.ts'
import { DOSSIER_WIDTH } from './dossier-files.ts'

/** What the README of a dossier says. */
export interface ReadmeFacts {
  turbine: { name: string; code: string }
  year: number
  version: number
  publishedAt: string
  photos: DossierPhotos
  /** Photos of the document that were deleted after it was published. */
  deleted: readonly string[]
  keyId: string
  /** Where the installation answers. */
  origin: string
}

/** The text of `README.txt`, in both languages. */
export function dossierReadme(facts: ReadmeFacts): string {
  return [tr, en].map((words) => textIn(words, facts)).join(`\n${'-'.repeat(72)}\n\n`)
}

function textIn(words: typeof tr, facts: ReadmeFacts): string {
  const { turbine, year, version, publishedAt, photos, deleted, keyId, origin } = facts
  const values: Record<string, string | number> = {
    turbine: turbine.name || turbine.code,
    code: turbine.code,
    year,
    version,
    published: publishedAt,
    width: DOSSIER_WIDTH,
    address: `${origin}/api/keys`,
  }
  const fill = (text: string, more: Record<string, string> = {}) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(more[name] ?? values[name] ?? whole))
  const paragraphs = [
    words.title,
    fill(words.about),
    fill(words.files, { photos: fill(words[photos]) }),
    `${words.verify}\n\n${DOSSIER_COMMANDS.map((command) => `  ${command}`).join('\n')}`,
    words.result,
    `${fill(words.key)}\n\n  ${keyId}`,
    words.extra,
    `${words.chain}\n\n  ${chainCommand(version)}`,
    ...(deleted.length > 0 ? [`${words.deleted}\n\n${deleted.map((name) => `  ${name}`).join('\n')}`] : []),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** The command that proves what was signed when the version was published. */
function chainCommand(version: number): string {
  const name = chainName(version)
  return `openssl pkeyutl -verify -pubin -inkey ${name}.pem -rawin -in ${name}.txt -sigfile ${name}.sig`
}
