import { IMPORTED_TURBINES_MAX } from '#domain/tables/turbine-import.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { restoreFormulas } from '#server/core/media/csv.ts'
import type { TableReading } from '#server/core/tables/read-table.ts'
import { TURBINE_COLUMNS, TURBINE_WORDS, type TurbineColumn } from './turbine-table.ts'

/** Column aliases of other programs and people, besides the names of our own file and of the API. */
const OTHER_HEADS: Partial<Record<TurbineColumn, string[]>> = {
  code: ['türbin kodu', 'turbine code', 'türbin no', 'turbine no', 'türbin numarası', 'turbine number'],
  turbine_name: ['ad', 'adı', 'isim', 'name'],
  city: ['il', 'province'],
  location: ['yer', 'mevki', 'place'],
  site_name: ['saha', 'santral', 'santral adı', 'res', 'site', 'wind farm', 'park'],
  company: ['şirket adı', 'firma', 'işletmeci', 'company name', 'operator', 'owner'],
  coordinates: ['koordinat', 'coordinate', 'enlem, boylam', 'latitude, longitude', 'lat, lon', 'gps'],
  latitude: ['lat', 'enlem (°)', 'latitude (°)'],
  longitude: ['lon', 'lng', 'long', 'boylam (°)', 'longitude (°)'],
  rooms: ['oda', 'odalar', 'room count', 'number of rooms'],
  blade_length: ['kanat boyu'],
  manufacturer: ['imalatçı', 'marka', 'maker', 'make', 'oem'],
  model: ['tip', 'türbin modeli', 'turbine model', 'type', 'turbine type', 'türbin tipi'],
  serial_number: ['seri no', 'seri no.', 'serial', 'serial no', 'serial no.', 's/n'],
  hub_height: ['hub yüksekliği', 'göbek yük.'],
}
/** The notation of a unit after a head. */
const UNITS = ['', ' (m)', ' [m]', ' m']

const HEADS: ReadonlyMap<string, TurbineColumn> = new Map(
  TURBINE_COLUMNS.flatMap((column) => {
    const names = Object.values(TURBINE_WORDS).map(({ columns }) => columns[column].replace(' (m)', ''))
    const heads = [column, ...names, ...(OTHER_HEADS[column] ?? [])]
    return heads.flatMap((head) => UNITS.map((unit) => [foldForSearch(head + unit), column] as const))
  }),
)

/** How a table of turbines is read. */
export const TURBINE_TABLE: TableReading<TurbineColumn> = {
  columns: TURBINE_COLUMNS,
  heads: HEADS,
  required: ['code'],
  names: { tr: TURBINE_WORDS.tr.columns, en: TURBINE_WORDS.en.columns },
  textColumn: 'code',
  recordsMax: IMPORTED_TURBINES_MAX,
  tooMany: 'too_many_turbines',
  restore: restoreFormulas,
}
