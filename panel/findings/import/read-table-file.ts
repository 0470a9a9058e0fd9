import { JSON_BODY_MAX } from '#domain/limits.ts'

/** Why a file cannot be sent. */
export type UnreadableFile = 'too_large' | 'no_text'

/** A chosen file as text. */
export interface TableFile {
  name: string
  csv: string
}

/** Part of the limit of a request that stays free for its other fields and for the escapes of JSON. */
const RESERVED = 0.1

/** Reads a table that a spreadsheet has saved as text, in any of the encodings that Turkish versions of Excel write. */
export async function readTableFile(file: File): Promise<TableFile | UnreadableFile> {
  if (file.size > JSON_BODY_MAX) return 'too_large'
  const csv = decodeTable(new Uint8Array(await file.arrayBuffer()))
  // A workbook or a picture has NUL characters.
  if (csv.includes('\0')) return 'no_text'
  const bytes = new TextEncoder().encode(JSON.stringify(csv)).length
  return bytes > JSON_BODY_MAX * (1 - RESERVED) ? 'too_large' : { name: file.name, csv }
}

/**
 * Excel writes UTF-8 as "CSV UTF-8", Windows-1254 as "CSV", and UTF-16 with a mark as "Unicode text". Text in Windows-1254 with Turkish
 * letters is no valid UTF-8.
 */
export function decodeTable(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1254').decode(bytes)
  }
}
