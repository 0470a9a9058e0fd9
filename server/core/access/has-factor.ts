import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '#server/infrastructure/database/schema.ts'

/** Whether a user of a query has a second factor, as `has_factor`: 1 or true. */
export function hasFactor({ exists, selectFrom, or }: ExpressionBuilder<Schema, 'user'>) {
  return or([
    exists(
      selectFrom('totp')
        .select('user_id')
        .whereRef('totp.user_id', '=', 'user.id')
        .where('secret', 'is not', null),
    ),
    exists(selectFrom('passkey').select('user_id').whereRef('passkey.user_id', '=', 'user.id')),
  ]).as('has_factor')
}
