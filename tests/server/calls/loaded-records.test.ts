import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { IdParam } from '#domain/fields.ts'
import { type Turbine, TurbineChange } from '#domain/turbine.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction, loadRecordAfter } from '#server/core/access/checked-transaction.ts'
import type { ApiContext, Env } from '#server/core/env.ts'
import { validate } from '#server/core/http/validate.ts'
import { validateChange } from '#server/core/http/validate-change.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import type { Services } from '#server/features/open-features.ts'
import { loadPhoto } from '#server/features/photos/load-photo.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'

/** Routes that use a record or a service that they do not have. Each mistake is one that the compiler must see: otherwise its comment is an error. */
const mistakes = () =>
  new Hono<Env>()
    .get('/a', permit('turbine.read'), validate('param', IdParam), (c) =>
      // @ts-expect-error the route has no `loadTurbine`
      c.json(c.var.turbine),
    )
    .get('/b', permit('photo.read'), validate('param', IdParam), loadTurbine, (c) =>
      // @ts-expect-error the route has no `loadPhoto`
      c.json([c.var.turbine.id, c.var.photo]),
    )
    .get('/c', permit('health.read'), (c) =>
      // @ts-expect-error nobody signs in for this action
      c.json(c.var.caller),
    )
    .get('/d', permit('health.read'), async (c) =>
      // @ts-expect-error without a caller there are no checks to repeat
      c.json(await inCheckedTransaction(c, async () => ({}))),
    )
    .get('/e', permit('turbine.read'), async (c) =>
      // @ts-expect-error the transaction finds the records of the route again, and it has no turbine
      c.json(await inCheckedTransaction(c, async (_, { turbine }) => turbine)),
    )
    .get('/f', permit('turbine.read'), (c) =>
      // @ts-expect-error the function needs a turbine
      c.json(needsTurbine(c)),
    )
    .put(
      '/g',
      permit('turbine.edit'),
      validate('param', IdParam),
      // @ts-expect-error the stored record is not that of `loadTurbine`
      validateChange(TurbineChange, loadTurbine, (c) => c.var.photo),
      (c) => c.json({}),
    )
    .get('/h', permit('health.read'), (c) =>
      // @ts-expect-error the core has no services of features
      c.json(c.var.services.panoramaTiles),
    )
    .get('/i', permit('health.read'), (c) =>
      // @ts-expect-error the function needs a service of a feature
      c.json(needsTiles(c)),
    )

const needsTurbine = (c: ApiContext<{ turbine: Turbine }>) => c.var.turbine.id
const needsTiles = (c: ApiContext<unknown, Services>) => typeof c.var.services.panoramaTiles

/** A check that does not say which record it needs before it. */
const mistakenLoader = () =>
  // @ts-expect-error only the turbine is found before
  loadRecordAfter(loadTurbine, 'photo', async (_db, { photo }) => photo)

/** The same calls with the context of all services compile. */
const withServices = new Hono<Env<Services>>().get('/i', permit('health.read'), (c) => c.json(needsTiles(c)))

/** The same routes with their checks compile. */
const correct = new Hono<Env>()
  .get('/a', permit('turbine.read'), validate('param', IdParam), loadTurbine, (c) => c.json(c.var.turbine))
  .get('/b', permit('photo.read'), cached('role'), validate('param', IdParam), loadPhoto, (c) =>
    c.json([c.var.turbine.id, c.var.photo, c.var.caller.id, needsTurbine(c)]),
  )
  .put(
    '/g',
    permit('turbine.edit'),
    validate('param', IdParam),
    validateChange(TurbineChange, loadTurbine, (c) => c.var.turbine),
    async (c) => c.json(await inCheckedTransaction(c, async (_, { turbine }) => turbine)),
  )

it('lets no route compile that uses a record or a service that its context does not have', () => {
  expect([typeof mistakes, typeof mistakenLoader]).toEqual(['function', 'function'])
  expect(withServices.routes).not.toHaveLength(0)
  expect(correct.routes.map(({ path }) => path)).toContain('/g')
})
