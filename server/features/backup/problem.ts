import type { Content } from '#server/infrastructure/store/file-store.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'

/** Operators' scripts may use these words, so they must not change. */
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
  /** A row's key (with suffix for a derivative), a stray file's path below `DATA_DIR`, SQLite's message, or the version and inspection. */
  subject: string
}

/** The problem of an original, if it is damaged. */
export function originalProblems(file: StoredFile, content: Content): Problem[] {
  const subject = file.key
  if (content === 'missing') return [{ kind: 'missing-file', subject }]
  if (content === 'unreadable') return [{ kind: 'unreadable-file', subject }]
  if (content.size !== file.size) return [{ kind: 'wrong-size', subject }]
  return content.sha256 === file.sha256 ? [] : [{ kind: 'wrong-hash', subject }]
}
