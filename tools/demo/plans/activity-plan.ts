import type { AuditAction } from '#domain/audit.ts'
import { DEFAULT_TIME_ZONE, laterDay, todayIn } from '#domain/time/today.ts'
import { seededRandom } from '../drawing/random.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 21
const MINUTES_PER_DAY = 24 * 60

interface User {
  id: number
  email: string
  company_id: number
}

interface Named {
  id: number | string
  name: string
}

interface Turbine {
  id: number
  code: string
  turbine_name: string
}

/** An entry of the audit log of the demo. */
interface PlannedEntry {
  at: Date
  /** Undefined without a sign-in. */
  user: User | undefined
  action: AuditAction
  record: Named
  turbine?: Turbine
  changed: string[]
}

interface Records {
  users: User[]
  turbines: Turbine[]
  companies: { id: number; name: string }[]
}

/** Users who have never signed in. */
const NEVER_SIGNED_IN = ['customer4@kanat.example', 'operator5@kanat.example']

/** Sign-ins of the last weeks, and the changes that a superadmin and the admins made meanwhile. */
export function planActivity({ users, turbines, companies }: Records, now: Date): PlannedEntry[] {
  const random = seededRandom(77)
  const entries = users
    .filter(({ email }) => !NEVER_SIGNED_IN.includes(email))
    .flatMap((user) => planVisits(user, now, random))
  const [superadmin, admin] = users
  const turbine = turbines.find(({ turbine_name }) => turbine_name === 'Urla 1')
  const company = companies.find(({ id }) => id === 2)
  const customer = users.find(({ email }) => email === 'customer2@kanat.example')
  const operator = users.find(({ email }) => email === 'operator@kanat.example')
  if (!superadmin || !admin || !turbine || !company || !customer || !operator) {
    throw new Error('Demo records are missing.')
  }
  const ofTurbine = { record: { id: turbine.id, name: turbine.code }, turbine }
  return [
    ...entries,
    entry(2, '09:41', superadmin, 'turbine.edit', ofTurbine, ['status']),
    entry(2, '10:05', superadmin, 'company.edit', { record: company }, ['phone', 'address']),
    entry(4, '14:20', admin, 'user.edit', ofUser(operator), ['last_name']),
    entry(5, '08:52', undefined, 'password.reset', ofUser(customer), []),
    entry(5, '08:57', customer, 'session.open', ofUser(customer), ['password']),
    entry(5, '08:58', customer, 'password.change', ofUser(customer), []),
    entry(6, '16:31', superadmin, 'user.set-password', ofUser(operator), []),
    entry(8, '11:12', superadmin, 'user.delete', { record: { id: 900, name: 'eski@kanat.example' } }, []),
    entry(9, '03:14', undefined, 'session.refuse', { record: { id: '', name: 'root@kanat.example' } }, []),
    entry(9, '03:15', undefined, 'session.refuse', { record: { id: '', name: 'root@kanat.example' } }, []),
    entry(12, '13:37', superadmin, 'turbine.edit', ofTurbine, ['coordinates', 'blade_length']),
    entry(15, '10:10', superadmin, 'user.add', ofUser(customer), []),
  ]

  function entry(
    daysAgo: number,
    time: string,
    user: User | undefined,
    action: AuditAction,
    about: Pick<PlannedEntry, 'record' | 'turbine'>,
    changed: string[],
  ): PlannedEntry {
    const day = laterDay(todayIn(DEFAULT_TIME_ZONE, now), -daysAgo)
    return { at: new Date(`${day}T${time}:00+03:00`), user, action, changed, ...about }
  }
}

/** About one visit every second day, of up to some hours. */
function planVisits(user: User, now: Date, random: () => number): PlannedEntry[] {
  return Array.from({ length: DAYS }, (_, day) => day).flatMap((day) => {
    if (random() < 0.5) return []
    const minute = Math.floor((0.3 + random() * 0.35) * MINUTES_PER_DAY)
    const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS - day * DAY_MS
    const begin = new Date(midnight + minute * 60 * 1000)
    const end = new Date(begin.getTime() + (5 + random() * 180) * 60 * 1000)
    const visit = { user, ...ofUser(user), changed: [] }
    return [
      { ...visit, at: begin, action: 'session.open' as const },
      { ...visit, at: end, action: 'session.end' as const },
    ].filter(({ at }) => at < now)
  })
}

function ofUser({ id, email }: User): { record: Named } {
  return { record: { id, name: email } }
}
