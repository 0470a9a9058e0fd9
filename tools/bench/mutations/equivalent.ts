/** The changes that change nothing a test could or should see, by id, each with its reason. */
export const EQUIVALENT: Readonly<Record<string, string>> = {
  '101d694a': 'The client of PostgreSQL itself sends one statement after the other.',
  '1326f09b': 'Files are read in pieces of another size: a matter of speed.',
  '15464087': 'lucia demands a function for the sessions of a user, and nothing calls it.',
  '200dcc9d': 'A cache holds 10,001 instead of 10,000 entries.',
  '2c5039ea':
    'Only a mark with exactly as many pixels as wanted is cut from the next larger file, and looks the same.',
  '85d6d756': 'An example in the contract.',
  bee63a0c: 'No text of a report has lines so high that an empty page has room for fewer than five.',
  a7ec3a59:
    'A list that is shortened at 100,000 files keeps one more; the number of files is counted apart from it.',
  cb82ec9b: 'A bucket may take 610 seconds instead of 600 for a copy before it is given up.',
  d1da92cc: 'A process that starts after the end of the pool is ended at once, with the same error.',
}
