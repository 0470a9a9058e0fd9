import type { ErrorCode } from '#domain/answer.ts'
import { isOpen, PERMISSIONS, ROLES } from '#domain/permissions.ts'
import { RESTRICTED_STATES } from '#server/core/access/authenticate.ts'
import type { Call } from './calls.ts'

/** All error codes of a call: those of its route, its permit and its inputs. */
export function errorsOf(call: Call): ErrorCode[] {
  return [
    ...new Set([
      // `refuseMalformed` runs before every route.
      'validation_failed' as const,
      ...errorsOfPermit(call),
      ...call.inputs.flatMap(({ target, files }): ErrorCode[] => {
        if (files !== undefined)
          return [
            'too_large',
            'unsupported_file',
            'file_not_processed',
            'too_many_requests',
            'shutting_down',
            'store_unavailable',
          ]
        return target === 'json' ? ['too_large', 'request_timeout'] : []
      }),
      ...call.answer.errors,
      ...errorsOfKey(call),
      ...(call.takesRevision ? (['stale_revision'] as const) : []),
      ...(call.method === 'GET' ? [] : (['storage_full', 'storage_read_only'] as const)),
      'internal_error' as const,
      ...(call.action === 'health.read' ? [] : (['overloaded'] as const)),
      'database_unavailable' as const,
    ]),
  ]
}

function errorsOfKey({ repetition }: Call): ErrorCode[] {
  return repetition?.takesKey ? ['idempotency_key_reused', 'request_in_progress', 'record_gone'] : []
}

function errorsOfPermit({ action, method }: Call): ErrorCode[] {
  if (isOpen(action)) return method === 'GET' ? [] : ['too_many_requests']
  return [
    'unauthenticated',
    // `RequestSlots` refuses a caller with a full queue.
    'too_many_requests',
    ...RESTRICTED_STATES.filter(({ allowed }) => !allowed.includes(action)).map(({ code }) => code),
    ...(ROLES.every((role) => role in PERMISSIONS[action]) ? [] : (['forbidden'] as const)),
  ]
}
