import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Forms of which nothing is kept, with the reason. */
const NEVER: Record<string, string> = {
  'panel/session/sign-in-form.tsx': 'a password, and the address that the sign-in page keeps itself',
  'panel/session/factor-form.tsx': 'a code that works once',
  'panel/account/password-reset-form.tsx': 'one address, which the sign-in page hands over',
  'panel/photos/moving/move-dialog.tsx':
    'nothing is typed: four choices, which begin with where the photos are',
}

/** Frames and fields of forms: the component around them keeps the values. */
const PARTS: Record<string, string> = {
  'panel/ui/dialogs/form-dialog.tsx': 'useRecordForm and the import of findings',
  'panel/frame/record-form-dialog.tsx': 'useRecordForm',
  'panel/findings/finding-form.tsx': 'the dialog of a finding, and the marks',
  'panel/findings/marks/reference-form.tsx': 'the marks',
  'panel/comments/comment-field.tsx': 'the drafts of comments',
  'panel/photos/upload/flight/flight-dialog.tsx': 'the files that are staged, with what was dropped',
  'panel/inspections/review/remark-form.tsx': 'the review, by the finding',
}

const sources = globSync('panel/**/*.tsx').map((path) => ({ path, source: readFileSync(path, 'utf8') }))
const forms = sources.filter(({ source }) => /<form\b|<FormDialog\b|<RecordFormDialog\b/.test(source))

it.each(forms.map(({ path, source }) => [path, source]))(
  'keeps what is typed in %s, or says why not',
  (path, source) => {
    const isKept = /\buse(KeptState|RecordForm)(<[^(]*>)?\(/.test(source)
    expect(isKept || path in NEVER || path in PARTS).toBe(true)
  },
)

it('names only forms that exist', () => {
  const paths = forms.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining([...Object.keys(NEVER), ...Object.keys(PARTS)]))
})
