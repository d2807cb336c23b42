import { z } from 'zod'
import { foldEmail, isEmail } from '#app/kernel/email.ts'

/**
 * Makes the auth library take the addresses that the shop takes. It checks them with zod's own pattern, for which it has no setting, and
 * which refuses `i&d@x.cl` and endings such as `.xn--p1ai`: whoever has such an address could be invited, but never sign up. The
 * pattern is one object for the whole process, and only the library uses it: the shop's schemas ask `isEmail` themselves.
 */
export function acceptEveryAddress(): void {
  z.core.regexes.email.test = text => isEmail(foldEmail(text))
}
