import type { InferResult } from 'kysely'
import type { FleetFinding, FleetFindingFilter } from '#domain/findings/finding.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import type { Caller } from '#domain/permissions.ts'
import { listTodays, type Todays } from '#server/features/findings/overdue-findings.ts'
import {
  asFleetFinding,
  selectFleetFinding,
  visibleFindings,
} from '#server/features/findings/visible-findings.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { refuseIfGone } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'

/** Findings read at once. */
const PAGE_SIZE = 1000
/** Findings written between two yields: some milliseconds of work. */
const WRITTEN_AT_ONCE = 100

/** The photo of a finding, with its file's facts. */
export interface FiledPhoto {
  id: number
  name: string
  media_type: string
  /** Pixels of the upright picture; null for a point cloud. */
  width: number | null
  height: number | null
  /** The EXIF orientation; null if unread. */
  orientation: number | null
}

/** A finding in a file, with the needed facts of its photo and turbine. */
export interface FiledFinding {
  finding: FleetFinding
  /** `"lat,lon"` in decimal degrees (WGS 84). */
  coordinates: string | null
  photo: FiledPhoto | null
  /** The number of the earlier finding that it continues. */
  earlier: string | null
}

/**
 * All visible, matching findings, in order of insertion, in batches.
 *
 * @param signal of the request; no further page is read after its client has gone
 */
export async function* pagesOfFindings(
  db: Reader,
  caller: Caller,
  filter: FleetFindingFilter,
  signal?: AbortSignal,
): AsyncGenerator<FiledFinding[], undefined> {
  const todays = await listTodays(db, filter)
  for (let last = 0; ; ) {
    refuseIfGone(signal)
    const rows = await selectFiled(db, caller, filter, todays)
      .where('finding.id', '>', last)
      .orderBy('finding.id')
      .limit(PAGE_SIZE)
      .execute()
    for (let begin = 0; begin < rows.length; begin += WRITTEN_AT_ONCE) {
      await yieldToEventLoop()
      yield rows.slice(begin, begin + WRITTEN_AT_ONCE).map(asFiledFinding)
    }
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)?.id ?? last
  }
}

function selectFiled(db: Reader, caller: Caller, filter: FleetFindingFilter, todays: Todays) {
  return selectFleetFinding(db, visibleFindings(db, caller, filter, todays))
    .leftJoin('finding as earlier', 'earlier.id', 'finding.earlier_id')
    .select([
      'turbine.coordinates',
      'photo.original_name as photo_name',
      'photo.media_type as photo_media_type',
      'photo.orientation as photo_orientation',
      'earlier.blade as earlier_blade',
      'earlier.side as earlier_side',
      'earlier.serial as earlier_serial',
      'earlier.kept_number as earlier_kept_number',
    ])
}

type Row = InferResult<ReturnType<typeof selectFiled>>[number]

function asFiledFinding(row: Row): FiledFinding {
  const {
    coordinates,
    photo_name,
    photo_media_type,
    photo_orientation,
    earlier_blade,
    earlier_side,
    earlier_serial,
    earlier_kept_number,
    ...rest
  } = row
  return {
    finding: asFleetFinding(rest),
    coordinates,
    photo: photoOf(row),
    earlier:
      earlier_blade && earlier_side && earlier_serial
        ? findingNumber({
            blade: earlier_blade,
            side: earlier_side,
            serial: earlier_serial,
            kept_number: earlier_kept_number,
          })
        : null,
  }
}

function photoOf(row: Row): FiledPhoto | null {
  const { photo_id, photo_name, photo_media_type, photo_width, photo_height, photo_orientation } = row
  if (photo_id === null || photo_name === null || photo_media_type === null) return null
  return {
    id: photo_id,
    name: photo_name,
    media_type: photo_media_type,
    width: photo_width,
    height: photo_height,
    orientation: photo_orientation,
  }
}
