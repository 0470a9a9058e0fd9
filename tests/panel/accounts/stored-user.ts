import type { User } from '#domain/user.ts'

/** A user whose record the dialogs of these tests change. */
export const STORED_USER: User = {
  id: 12,
  first_name: 'Deniz',
  last_name: 'Ak',
  email: 'deniz@ruzgar.example',
  role: 'operator',
  company_id: 3,
  company_name: 'Bora Enerji',
  is_active: true,
  inspection_notices: true,
  last_sign_in_at: null,
  email_confirmed: true,
  is_protected: false,
  revision: 4,
}
