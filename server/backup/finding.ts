import type { Content } from '#server/store/file-store.ts'
import type { StoredFile } from '#server/store/stored-file.ts'

/** Scripts may go by these words: they stay as they are. */
type FindingKind =
  | 'damaged-database'
  | 'orphan-row'
  | 'missing-file'
  | 'unreadable-file'
  | 'wrong-size'
  | 'wrong-hash'
  | 'missing-derivative'
  | 'stray-file'

/** One thing that is not as it should be. */
export interface Finding {
  kind: FindingKind
  /** The key of a row (a derivative's with its suffix), the path of a stray file below `DATA_DIR`, or the database's words. */
  subject: string
}

/** What is wrong with an original, if anything is. */
export function originalFindings(file: StoredFile, content: Content): Finding[] {
  const subject = file.key
  if (content === 'missing') return [{ kind: 'missing-file', subject }]
  if (content === 'unreadable') return [{ kind: 'unreadable-file', subject }]
  if (content.size !== file.size) return [{ kind: 'wrong-size', subject }]
  return content.sha256 === file.sha256 ? [] : [{ kind: 'wrong-hash', subject }]
}
