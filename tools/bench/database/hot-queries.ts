import type { Caller } from '../../../domain/permissions.ts'
import { TurbineChange } from '../../../domain/turbine.ts'
import { listCompanies } from '../../../server/features/companies/company-queries.ts'
import { photoFiles } from '../../../server/features/photos/photo-files.ts'
import {
  deletePhoto,
  findPhotoFile,
  findTiledPhoto,
  getPhoto,
  getPhotos,
  hasPhotoNamed,
  insertPhoto,
  listPhotos,
} from '../../../server/features/photos/photo-queries.ts'
import {
  deleteTurbine,
  getTurbine,
  listTurbines,
  recordVisit,
  updateTurbine,
} from '../../../server/features/turbines/turbine-queries.ts'
import { deleteUser } from '../../../server/features/users/user-queries.ts'
import type { Reader, Writer } from '../../../server/infrastructure/database/database.ts'

/** A query that users wait for, or that runs often. */
export interface HotQuery {
  what: string
  /** True if it is about all turbines of the installation or all photos of a user. The others must not read more pages when there are more rows. */
  grows?: true
  run(db: Reader & Writer, ids: Ids): Promise<unknown>
}

/** Records that exist in every filled database. */
export interface Ids {
  turbine: number
  company: number
  photo: number
  photoKey: string
  photoName: string
}

/** All users before this one have uploaded the same number of photos. */
export const USER_WITHOUT_PHOTOS = 101

const SUPERADMIN: Caller = { id: 1, role: 'superadmin', company_id: 999 }

export const HOT_QUERIES: HotQuery[] = [
  { what: 'all turbines', grows: true, run: (db) => listTurbines(db, SUPERADMIN) },
  {
    what: '100 turbines of a company',
    run: (db, { company }) => listTurbines(db, { id: 2, role: 'customer', company_id: company }),
  },
  { what: 'all companies', grows: true, run: (db) => listCompanies(db, SUPERADMIN) },
  { what: 'one turbine', run: (db, { turbine }) => getTurbine(db, SUPERADMIN, turbine) },
  { what: 'photos of a turbine', run: (db, { turbine }) => listPhotos(db, turbine, { view: 'all' }) },
  {
    what: 'photos of a room and year',
    run: (db, { turbine }) => listPhotos(db, turbine, { room: '3', year: 2021 }),
  },
  { what: 'one photo', run: (db, { turbine, photo }) => getPhoto(db, turbine, photo) },
  { what: 'photos for a ZIP', run: (db, { turbine, photo }) => getPhotos(db, turbine, [photo]) },
  { what: 'a file of a photo', run: (db, { photoKey }) => findPhotoFile(db, SUPERADMIN, photoKey) },
  { what: 'a tile of a photo', run: (db, { photo }) => findTiledPhoto(db, SUPERADMIN, photo) },
  {
    what: 'is a name taken?',
    run: (db, { turbine, photoName }) => hasPhotoNamed(db, turbine, photoName),
  },
  { what: 'number of photos, for metrics', grows: true, run: (db) => photoFiles.count(db) },
  { what: 'a step of verify and move', run: (db, { photo }) => photoFiles.after(db, photo, 500) },
  { what: 'a step of the sweep', run: (db, { photoKey }) => photoFiles.withKeys(db, [photoKey]) },
  { what: 'a new photo', run: (db, ids) => insertPhoto(db, newPhoto(ids)) },
  { what: 'a visit', run: (db, { turbine }) => recordVisit(db, 1, turbine) },
  {
    what: 'a changed turbine',
    run: (db, { turbine }) =>
      updateTurbine(db, turbine, TurbineChange.parse({ city: 'izmir', code: 'T1', location: 'Karaburun' })),
  },
  { what: 'deleting a photo', run: (db, { turbine, photoKey }) => deletePhoto(db, turbine, photoKey) },
  { what: 'deleting a turbine', run: (db, { turbine }) => deleteTurbine(db, turbine) },
  { what: 'deleting a user without photos', run: (db) => deleteUser(db, USER_WITHOUT_PHOTOS) },
  { what: 'deleting a user with 1 % of all photos', grows: true, run: (db) => deleteUser(db, 1) },
]

function newPhoto({ turbine }: Ids): Parameters<typeof insertPhoto>[1] {
  return {
    turbine_id: turbine,
    key: `turbines/${turbine}/photos/new.jpg`,
    original_name: 'new.jpg',
    category: 'drone',
    room: null,
    blade: null,
    year: 2026,
    month: 5,
    media_type: 'image/jpeg',
    size: 8_000_000,
    width: 6000,
    height: 4000,
    gpano: null,
    sha256: '0'.repeat(64),
    uploaded_at: '2026-05-01T00:00:00.000Z',
    uploader_id: 1,
    uploader_name: 'Ada Yel',
    uploader_email: 'ada@kanat.example',
  }
}
