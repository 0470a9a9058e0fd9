import { expect, it } from 'vitest'
import * as z from 'zod'
import { CompanyDraft } from '#domain/company.ts'
import { optionalText, requiredText } from '#domain/fields.ts'
import { TurbineDraft } from '#domain/turbine.ts'
import { emptyDraft } from '#panel/frame/empty-draft.ts'

it('has the defaults of the draft and an empty text for each required text', () => {
  const Draft = z.strictObject({
    code: requiredText,
    serial: optionalText.default(''),
    rooms: z.int().default(3),
    length: z.number().nullable().default(null),
    owner: z.int(),
    note: optionalText.optional(),
  })
  expect(emptyDraft(Draft)).toEqual({ code: '', serial: '', rooms: 3, length: null })
})

it('fills the form of a turbine, except the company, and the whole form of a company', () => {
  const { company_id: _, ...turbine } = TurbineDraft.shape
  expect(Object.keys(emptyDraft(TurbineDraft))).toEqual(Object.keys(turbine))
  expect(Object.keys(emptyDraft(CompanyDraft))).toEqual(Object.keys(CompanyDraft.shape))
})
