import type { Content } from '#server/infrastructure/store/file-store.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'

/** Scripts of operators may use these words, so they must not change. */
type ProblemKind =
  | 'damaged-database'
  | 'orphan-row'
  | 'missing-file'
  | 'unreadable-file'
  | 'wrong-size'
  | 'wrong-hash'
  | 'missing-derivative'
  | 'stray-file'
  | 'wrong-seal'
  | 'wrong-version'

/** One kind of damage of one file or row. */
export interface Problem {
  kind: ProblemKind
  /** The key of a row (for a derivative with its suffix), the path of a stray file below `DATA_DIR`, the message of SQLite, or which version of which inspection it is. */
  subject: string
}

/** The problem about an original; none if it is not damaged. */
export function originalProblems(file: StoredFile, content: Content): Problem[] {
  const subject = file.key
  if (content === 'missing') return [{ kind: 'missing-file', subject }]
  if (content === 'unreadable') return [{ kind: 'unreadable-file', subject }]
  if (content.size !== file.size) return [{ kind: 'wrong-size', subject }]
  return content.sha256 === file.sha256 ? [] : [{ kind: 'wrong-hash', subject }]
}
