/** The options of a call that changes a record: the server refuses it if the record has changed since this revision. */
export function ifRevision(revision: number) {
  return { headers: { 'If-Match': `"${revision}"` } }
}
