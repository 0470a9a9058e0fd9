import { Hono } from 'hono'
import * as z from 'zod'
import { InspectionParam, ViewedInspection } from '#domain/inspections/inspection.ts'
import { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import { InspectionStepEntry, TransitionDraft } from '#domain/inspections/state.ts'
import {
  InspectionChange,
  InspectionVersion,
  VersionParam,
  VersionPerson,
} from '#domain/inspections/version.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { Env } from '#server/core/env.ts'
import { answerList } from '#server/core/http/answer-list.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { changeState } from './change-state.ts'
import { findWork } from './inspection-work.ts'
import { listChangesOfVersion, listUnpublishedChanges } from './list-changes.ts'
import { readPublishSheet } from './publish-sheet.ts'
import { findVersionBefore, getVersion, listPeople, listSteps, listVersions } from './version-queries.ts'

/** Mounted at `/api/turbines/:id/inspections`. */
export const releaseRoutes = new Hono<Env>()
  .post(
    '/:year/transitions',
    permit('inspection.work'),
    answers(
      'Change the state of an inspection: to review, back, or to the customers (`published`); an admin can also withdraw its newest version. Publishing freezes a numbered version. The answer `reason_required` names in `missing` what needs a reason: photos not inspected, findings without a review decision, an empty inspection, a further version, a withdrawal.',
      200,
      { data: ViewedInspection },
      'turbine_not_found',
      'stale_revision',
      'transition_not_possible',
      'reason_required',
      'forbidden',
      'signing_key_unavailable',
    ),
    takesNoKey('A repeated call is refused: its revision is old.'),
    validate('param', InspectionParam),
    loadTurbine,
    validate('json', TransitionDraft),
    async (c) => {
      const { year } = c.req.valid('param')
      const wanted = c.req.valid('json')
      const data = await inCheckedTransaction(c, (transaction, { caller, turbine }) =>
        changeState(transaction, c, caller, turbine, year, wanted),
      )
      return c.json(ok({ data: ViewedInspection.parse(data) }))
    },
  )
  .get(
    '/:year/steps',
    permit('inspection.work'),
    answers(
      'List the state changes of an inspection, newest first, each with its author, time and reason.',
      [200, 304],
      { data: z.array(InspectionStepEntry) },
      'turbine_not_found',
    ),
    validate('param', InspectionParam),
    cached('role'),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      return answerList(c, await listSteps(db, turbine.id, c.req.valid('param').year))
    },
  )
  .get(
    '/:year/changes',
    permit('inspection.work'),
    answers(
      'List the changes since the newest version of an inspection, each with its value before and after.',
      [200, 304],
      { data: z.array(InspectionChange) },
      'turbine_not_found',
    ),
    validate('param', InspectionParam),
    cached('role'),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const { year } = c.req.valid('param')
      const db = services.db.readFor(caller, c.req.raw.signal)
      const row = await findWork(db, turbine.id, year)
      const number = row?.published_version ?? null
      const version = number === null ? undefined : await getVersion(db, caller, turbine.id, year, number)
      return answerList(c, row ? await listUnpublishedChanges(db, row, version) : [])
    },
  )
  .get(
    '/:year/publish-sheet',
    permit('inspection.work'),
    answers(
      'Preview the publication of an inspection: the letter before and after, new, changed and undecided findings, photos not inspected, the recipients of the notice, and what needs a reason (`missing`).',
      200,
      { data: PublishSheet },
      'turbine_not_found',
      'inspection_not_found',
    ),
    validate('param', InspectionParam),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      const row = await findWork(db, turbine.id, c.req.valid('param').year)
      if (!row) throw new ApiError('inspection_not_found')
      return c.json(
        ok({ data: await readPublishSheet(db, caller, turbine, row, services.config.smtpUrl !== undefined) }),
      )
    },
  )
  .get(
    '/:year/versions',
    permit('inspection.read'),
    answers(
      'List the published versions of an inspection, newest first. A withdrawn version keeps its number and is hidden from customers and viewers.',
      [200, 304],
      { data: z.array(InspectionVersion) },
      'turbine_not_found',
    ),
    validate('param', InspectionParam),
    cached('role'),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      return answerList(c, await listVersions(db, caller, turbine.id, c.req.valid('param').year))
    },
  )
  .get(
    '/:year/versions/:version',
    permit('inspection.read'),
    answers(
      'Get a version: canonical JSON (RFC 8785) of the inspection, its findings and photos. The list of versions has its SHA-256.',
      200,
      'application/json',
      'turbine_not_found',
      'version_not_found',
    ),
    validate('param', VersionParam),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const { year, version } = c.req.valid('param')
      const db = services.db.readFor(caller, c.req.raw.signal)
      const { document } = await getVersion(db, caller, turbine.id, year, version)
      if (document === null) throw new ApiError('version_not_found')
      return c.body(document, 200, { 'Content-Type': 'application/json' })
    },
  )
  .get(
    '/:year/versions/:version/people',
    permit('inspection.work'),
    answers(
      'List the names of the people in a version, as of its publication. The version itself has only their ids.',
      [200, 304],
      { data: z.array(VersionPerson) },
      'turbine_not_found',
      'version_not_found',
    ),
    validate('param', VersionParam),
    cached('role'),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const { year, version } = c.req.valid('param')
      const db = services.db.readFor(caller, c.req.raw.signal)
      const { id } = await getVersion(db, caller, turbine.id, year, version)
      return answerList(c, await listPeople(db, id))
    },
  )
  .get(
    '/:year/versions/:version/changes',
    permit('inspection.read'),
    answers(
      'List the changes of a version from the previous one, each with its value before and after.',
      [200, 304],
      { data: z.array(InspectionChange) },
      'turbine_not_found',
      'version_not_found',
    ),
    validate('param', VersionParam),
    cached('role'),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const { year, version } = c.req.valid('param')
      const db = services.db.readFor(caller, c.req.raw.signal)
      const wanted = await getVersion(db, caller, turbine.id, year, version)
      const before = await findVersionBefore(db, caller, turbine.id, year, version)
      return answerList(c, await listChangesOfVersion(db, wanted, before))
    },
  )
