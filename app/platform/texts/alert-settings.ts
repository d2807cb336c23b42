import { z } from 'zod'
import { isEmail } from '#app/kernel/email.ts'
import { madeOfTexts } from './live-texts.ts'

const stored = z.object({ email: z.string().refine(isEmail) })

/** The address of a stored row; undefined when there is none. */
export function readAlertEmail(content: unknown): string | undefined {
  const parsed = stored.safeParse(content)
  return parsed.success ? parsed.data.email : undefined
}

/** Where the owner reads the shop's alerts; undefined: every administrator does. */
export const alertEmail = madeOfTexts(({ settings }) => readAlertEmail(settings.get('alerts')))
