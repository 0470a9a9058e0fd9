/**
 * The pattern of an e-mail address: ASCII letters, and a domain with a dot. It is that of `z.email()`, but without zod, so that a page of
 * the site validates like the server.
 *
 * @see https://zod.dev/api#emails
 */
export const EMAIL_PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
