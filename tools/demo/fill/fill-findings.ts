import type { Comment } from '#domain/comment.ts'
import { type Finding, FindingDraft } from '#domain/findings/finding.ts'
import { DEFAULT_TIME_ZONE, dayIn } from '#domain/time/today.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Services } from '#server/core/env.ts'
import { completeDraft } from '#server/features/findings/complete-finding.ts'
import { getFinding, insertFinding } from '#server/features/findings/finding-queries.ts'
import { FINDING_TYPES } from '#server/features/findings/finding-types.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { userOf } from '../accounts.ts'
import type { Api } from '../api.ts'
import { type DemoTurbine, TURBINES } from '../demo-data.ts'
import { planFindingComments } from '../finding-comments.ts'
import type { PhotoMark } from '../photo-marks.ts'
import { type PlannedFinding, planFindings } from '../plans/finding-plan.ts'
import { planInspection } from '../plans/inspection-plan.ts'
import { planPhotos } from '../plans/photo-plan.ts'
import { backdateEntry } from './fill-activity.ts'
import type { UploadedPhoto } from './fill-photos.ts'

/** A finding is in the portal this long after its photo was taken, in milliseconds. */
const WRITTEN_AFTER_MS = 30 * 60 * 60 * 1000

/** A finding of the portal, and the one of the year before. */
interface AddedFinding {
  planned: PlannedFinding
  added: Finding
  previous: Finding | undefined
}

/** Adds the findings of every turbine, as people of its company. @returns those of each turbine, in the order of the turbines */
export async function addFindings(
  services: Services,
  turbines: Map<string, number>,
  photos: Map<string, UploadedPhoto>,
  now: Date,
): Promise<AddedFinding[][]> {
  const all: AddedFinding[][] = []
  for (const [index, turbine] of TURBINES.entries()) {
    const id = turbines.get(turbine.code) ?? 0
    const planned = planFindings(turbine, index, planPhotos(turbine, index, now))
    // One transaction for each turbine, because the disk confirms every transaction.
    const added = await services.db.write
      .transaction()
      .execute((transaction) => insertFindings(transaction, { ...turbine, id }, planned, photos))
    all.push(added)
  }
  return all
}

/** Adds comments about some of the findings. Those of customers are about what is published. */
export async function addFindingComments(
  services: Services,
  api: Api,
  turbines: Map<string, number>,
  findings: AddedFinding[][],
  now: Date,
): Promise<void> {
  for (const [index, turbine] of TURBINES.entries()) {
    const id = turbines.get(turbine.code) ?? 0
    const newest = Math.max(...(findings[index] ?? []).map(({ added }) => added.year))
    for (const finding of findings[index] ?? []) {
      const { state } = planInspection(index, finding.added.year === newest)
      await addComments(services, api, { turbine, id, now, isPublished: state === 'published' }, finding)
    }
  }
}

async function insertFindings(
  db: Writer,
  turbine: Pick<Turbine, 'id' | 'turbine_name' | 'blade_length' | 'company_id'>,
  findings: PlannedFinding[],
  photos: Map<string, UploadedPhoto>,
): Promise<AddedFinding[]> {
  const { email, first_name, last_name } = userOf(turbine.company_id, 'operator')
  const { id: user_id } = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const earlier = new Map<string, Finding>()
  const all: AddedFinding[] = []
  for (const planned of findings) {
    const previous = planned.photo.isFollowed ? earlier.get(planned.place) : undefined
    const draft = draftOf(planned, photos.get(planned.photo.name), previous)
    const fields = await completeDraft(db, turbine as Turbine, draft)
    const user_name = `${first_name} ${last_name}`
    const id = await insertFinding(db, turbine.id, fields, { user_id, user_name })
    const at = new Date(planned.photo.taken.getTime() + WRITTEN_AFTER_MS).toISOString()
    await db.updateTable('finding').set({ created_at: at, updated_at: at }).where('id', '=', id).execute()
    const added = await getFinding(db, turbine.id, id)
    await addEntry(db, turbine, added, { user_id, user_email: email })
    earlier.set(planned.place, added)
    all.push({ planned, added, previous })
  }
  return all
}

function draftOf(
  planned: PlannedFinding,
  photo: UploadedPhoto | undefined,
  earlier: Finding | undefined,
): FindingDraft {
  const { type, side, blade, room, severity, status, text, year, from_m, to_m, positions_m } = planned
  const mark = photo?.marks.find((each) => each.type === type)
  return FindingDraft.parse({
    type,
    side,
    blade,
    room,
    severity,
    status,
    text,
    year,
    from_m,
    to_m,
    positions_m,
    ...(mark && measuresOf(mark)),
    photo_id: photo?.id ?? null,
    shape: mark?.shape ?? null,
    found_on: dayIn(DEFAULT_TIME_ZONE, planned.photo.taken),
    own_due_on: planned.own_due_on,
    due_reason: planned.due_reason,
    earlier_id: earlier?.id ?? null,
  })
}

/** The measures that the type asks for. */
function measuresOf({ type, measures }: PhotoMark): PhotoMark['measures'] {
  const asked: readonly string[] = FINDING_TYPES.find(({ id }) => id === type)?.measures ?? []
  return Object.fromEntries(Object.entries(measures).filter(([measure]) => asked.includes(measure)))
}

async function addEntry(
  db: Writer,
  turbine: Pick<Turbine, 'id' | 'turbine_name'>,
  { id, number, created_at }: Finding,
  user: { user_id: number; user_email: string },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      ...user,
      at: created_at,
      request_id: '',
      address: '',
      action: 'finding.add',
      record_id: String(id),
      record_name: number,
      turbine_id: turbine.id,
      turbine_name: turbine.turbine_name,
      changed: '[]',
    })
    .execute()
}

async function addComments(
  { db }: Services,
  api: Api,
  { turbine, id, now, isPublished }: { turbine: DemoTurbine; id: number; now: Date; isPublished: boolean },
  { planned, ...findings }: AddedFinding,
): Promise<void> {
  for (const { role, text, created } of planFindingComments(planned, findings, now)) {
    if (role === 'customer' && !isPublished) continue
    const { email } = userOf(turbine.company_id, role)
    const body = { comment: text, finding_id: findings.added.id }
    const { data } = await api.post<{ data: Comment }>(email, `/api/turbines/${id}/comments`, body)
    const at = created.toISOString()
    await db.write.transaction().execute(async (transaction) => {
      const times = { created_at: at, updated_at: at }
      await transaction.updateTable('comment').set(times).where('id', '=', data.id).execute()
      await backdateEntry(transaction, 'comment.add', data.id, at)
    })
  }
}
