import type { Generated } from 'kysely'
import type { Blade, PhotoCategory } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'

// The tables of photos, and of their uploads and archives.

export interface PhotoTables {
  photo: PhotoTable
  photo_year: PhotoYearTable
  moved_photo: MovedPhotoTable
  photo_archive: PhotoArchiveTable
  partial_upload: PartialUploadTable
}

export interface PhotoTable {
  id: Generated<number>
  turbine_id: number
  key: string
  original_name: string
  category: PhotoCategory
  room: string | null
  blade: Blade | null
  year: number
  month: number
  media_type: string
  size: number
  width: number | null
  height: number | null
  sha256: string
  uploaded_at: string
  uploader_id: number | null
  uploader_name: string
  uploader_email: string
  gpano: Generated<string | null>
  exif: Generated<string | null>
  /** The EXIF orientation of the stored pixels, 1 to 8; null if unread. */
  orientation: Generated<number | null>
  /** `Photo.original_shown`; null if unread. */
  original_shown: Generated<0 | 1 | null>
  /** A `PhotoScale` as JSON. */
  scale: Generated<string | null>
  /** When a team member inspected it, and who; else null. */
  looked_at: Generated<string | null>
  looked_by: Generated<number | null>
}

/** The number of photos of a turbine and a year. Triggers maintain it; there is no row without photos. */
interface PhotoYearTable {
  turbine_id: number
  year: number
  photos: number
}

/** The place of a photo in a version, if it was moved after the publication. */
interface MovedPhotoTable {
  version_id: number
  photo_id: number
  /** 0 for a photo that joined the year of the version later; the place is then null. */
  is_sealed: 0 | 1
  category: PhotoCategory | null
  blade: Blade | null
  room: string | null
}

/** The order of a ZIP of photos. */
interface PhotoArchiveTable {
  id: string
  user_id: number
  turbine_id: number
  /** A JSON array of ids. */
  photo_ids: string
  language: Language
  turbine_name: string
  /** Bytes. */
  size: number
  expires_at: string
}

interface PartialUploadTable {
  id: string
  user_id: number
  turbine_id: number
  metadata: string
  length: number
  received: Generated<number>
  is_kept: Generated<0 | 1>
  changed_at: string
}
