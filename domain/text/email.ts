/**
 * The pattern of an e-mail address: letters of English only, and a domain with a dot. It is that of `z.email()`, but without zod, so that a
 * page of the site checks an address with the same rule as the server.
 *
 * @see https://zod.dev/api#emails
 */
export const EMAIL_PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
