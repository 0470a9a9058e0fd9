import type { Generated } from 'kysely'
import type { Role } from '#domain/permissions.ts'
import type { Blade, PhotoCategory } from '#domain/photo.ts'
import type { TurbineFields } from '#domain/turbine.ts'

/** The tables as Kysely sees them; `migrations/` makes them. */
export interface Schema {
  company: CompanyTable
  user: UserTable
  session: SessionTable
  turbine: TurbineTable
  photo: PhotoTable
  report: ReportTable
}

interface Times {
  created_at: string
  updated_at: string
}

interface CompanyTable extends Times {
  id: Generated<number>
  name: string
  name_folded: string
  contact_email: string
  authorized_number: string
  phone: string
  address: string
}

interface UserTable extends Times {
  id: Generated<number>
  first_name: string
  last_name: string
  email: string
  email_folded: string
  role: Role
  company_id: number
  is_active: 0 | 1
  password_hash: string
}

interface SessionTable {
  id: string
  user_id: number
  /** Unix time in seconds. */
  expires_at: number
  created_at: string
}

interface TurbineTable extends TurbineFields, Times {
  id: Generated<number>
}

interface PhotoTable {
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
}

interface ReportTable {
  id: Generated<number>
  turbine_id: number
  key: string
  original_filename: string
  file_size_bytes: number
  sha256: string
  year: number
  uploaded_at: string
  uploader_id: number | null
  first_name: string
  last_name: string
}
