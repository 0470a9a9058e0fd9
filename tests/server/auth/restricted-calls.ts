// What a session in a restricted state may call.

export const LEAVING = ['POST /api/auth/logout', 'GET /api/auth/profile']
export const PROVING = [
  'POST /api/auth/factor/totp',
  'POST /api/auth/factor/recovery',
  'POST /api/auth/factor/passkey/options',
  'POST /api/auth/factor/passkey',
]
export const ENROLLING = [
  'POST /api/account/totp',
  'POST /api/account/totp/confirm',
  'DELETE /api/account/totp',
  'GET /api/account/passkeys',
  'POST /api/account/passkeys/options',
  'POST /api/account/passkeys',
  'DELETE /api/account/passkeys/:id',
  'POST /api/account/recovery-codes',
]
export const CHECKING = [
  'GET /api/account',
  'GET /api/account/sessions',
  'POST /api/auth/refresh',
  'GET /api/auth/verify',
  'GET /api/auth/validate-session',
]
