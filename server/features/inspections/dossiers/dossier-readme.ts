import en from '#content/dossier/en.json' with { type: 'json' }
import tr from '#content/dossier/tr.json' with { type: 'json' }
import { DOSSIER_COMMANDS, type DossierPhotos } from '#domain/inspections/dossier.ts'
import { chainName } from './dossier-chain.ts'
import { DOSSIER_WIDTH } from './dossier-files.ts'

/** The content of a dossier's README. */
export interface ReadmeFacts {
  turbine: { name: string; code: string }
  year: number
  version: number
  publishedAt: string
  photos: DossierPhotos
  /** Photos of the document deleted after the publication. */
  deleted: readonly string[]
  keyId: string
  /** The address of the installation. */
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
    keys: `${origin}/api/keys`,
    seals: `${origin}/api/seals`,
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
    `${fill(words.register)}\n\n  ${registerCommand(origin)}`,
    fill(words.revoked),
    words.extra,
    `${words.chain}\n\n  ${chainCommand(version)}`,
    ...(deleted.length > 0 ? [`${words.deleted}\n\n${deleted.map((name) => `  ${name}`).join('\n')}`] : []),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** The command that asks for the entry of this version in the register. */
function registerCommand(origin: string): string {
  return `curl "${origin}/api/seals?sha256=$(sha256sum inspection.json | cut -d ' ' -f 1)"`
}

/** The command that verifies the signature of the publication. */
function chainCommand(version: number): string {
  const name = chainName(version)
  return `openssl pkeyutl -verify -pubin -inkey ${name}.pem -rawin -in ${name}.txt -sigfile ${name}.sig`
}
