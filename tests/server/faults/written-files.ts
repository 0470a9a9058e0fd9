/** What a reader of a file finds after its writing was begun. */
export type FileState = 'unwritten' | 'written' | 'damaged'

/** The kinds of files that `write-files.ts` writes. */
export const FILE_KINDS = [
  'a mail of the outbox',
  'the token secret',
  'the marker of an installation or a move',
  'a file that goes to the trash',
  'a file that comes back from the trash',
  'a copy of a file of the bucket',
  'the reserve',
  'the probe of the health check',
  'a backup',
] as const
export type FileKind = (typeof FILE_KINDS)[number]
