import type { Counter } from 'prom-client'
import type { Metrics } from '#server/infrastructure/metrics/metrics.ts'

/** Counts sign-ins by their result, `accepted` or `refused`. */
export function addSignInCounter(metrics: Metrics): Counter<'result'> {
  const signIns = metrics.addCounter('kanat_sign_ins_total', 'Sign-ins by result: `accepted` or `refused`.', [
    'result',
  ])
  for (const result of ['accepted', 'refused']) signIns.inc({ result }, 0)
  return signIns
}
