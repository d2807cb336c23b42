import { z } from 'zod'

/** A placeholder's value. Names keep the Spanish of content/emails.es.json, so that file and code share one vocabulary. */
export const text = z.string()
/** An empty text counts as none, so that the value of an optional column can be passed as it is. */
export const optional = z
  .string()
  .transform(value => (value.trim() === '' ? undefined : value))
  .optional()
export const flag = z.boolean().optional()

/** A path of the shop, or an address on the shop's own origin; anything else is refused when the mail is rendered. */
export const link = z.string().min(1)
