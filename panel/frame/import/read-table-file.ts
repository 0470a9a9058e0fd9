import { JSON_BODY_MAX } from '#domain/limits.ts'

/** A file that cannot be sent, and why. */
export interface UnreadableFile {
  name: string
  fault: 'too_large' | 'empty' | FileKind
}

/** A chosen file as text. */
export interface TableFile {
  name: string
  csv: string
}

/** How much of a file says what it is, in bytes. */
const BEGINNING_BYTES = 64

/** What people choose instead of a table, by the beginning of the file. */
const KINDS = [
  { kind: 'workbook', begins: /^\xd0\xcf\p{Cc}\xe0/u },
  { kind: 'archive', begins: /^PK\p{Cc}/u },
  { kind: 'pdf', begins: /^%PDF-/ },
  { kind: 'picture', begins: /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|II\*\p{Cc}|MM\p{Cc}\*|.{4}ftyp)/su },
  { kind: 'json', begins: /^(?:\xef\xbb\xbf)?\s*[{[]/ },
  { kind: 'page', begins: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i },
] as const

type FileKind = (typeof KINDS)[number]['kind'] | 'other'

/** Part of the limit of a request that stays free for its other fields and for the escapes of JSON. */
const RESERVED = 0.1

/** Reads a table that a spreadsheet has saved as text, in any of the encodings that Turkish versions of Excel write. */
export async function readTableFile(file: File): Promise<TableFile | UnreadableFile> {
  const { name } = file
  // Before its size: a large photo is a photo.
  const kind = kindOf(name, new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer()))
  if (kind !== undefined) return { name, fault: kind }
  if (file.size > JSON_BODY_MAX) return { name, fault: 'too_large' }
  const csv = decodeTable(new Uint8Array(await file.arrayBuffer()))
  if (csv.includes('\0')) return { name, fault: 'other' }
  if (csv.replace('\uFEFF', '').trim() === '') return { name, fault: 'empty' }
  const bytes = new TextEncoder().encode(JSON.stringify(csv)).length
  return bytes > JSON_BODY_MAX * (1 - RESERVED) ? { name, fault: 'too_large' } : { name, csv }
}

/** What a file is that is no table of text; undefined for what may be one. */
function kindOf(name: string, bytes: Uint8Array<ArrayBuffer>): FileKind | undefined {
  const beginning = String.fromCharCode(...bytes)
  const kind = KINDS.find(({ begins }) => begins.test(beginning))?.kind
  // A workbook of a spreadsheet is an archive, too.
  return kind === 'archive' && /\.(?:xls[xmb]|ods|numbers)$/i.test(name) ? 'workbook' : kind
}

/**
 * Excel writes UTF-8 as "CSV UTF-8", Windows-1254 as "CSV", and UTF-16 with a mark as "Unicode text". Text in Windows-1254 with Turkish
 * letters is no valid UTF-8: hardly one of them becomes a letter. Text in UTF-8 may have a letter that another program has cut.
 */
export function decodeTable(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes)
    const wrong = text.match(/\uFFFD/g)?.length ?? 0
    const letters = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0
    return wrong < letters ? text : new TextDecoder('windows-1254').decode(bytes)
  }
}
