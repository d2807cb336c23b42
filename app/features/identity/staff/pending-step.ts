/** The auth library's cookie of a log-in whose password was right and whose second step is pending; valid for ten minutes. */
const PENDING = /(?:^|;\s*)(?:__Secure-)?alhena\.two_factor=[^;]/

/** Whether a log-in waits for its second step: in a Cookie header, or in Set-Cookie headers of the log-in. */
export const awaitsSecondStep = (cookies: string | null | readonly string[]): boolean =>
  typeof cookies === 'string' ? PENDING.test(cookies) : (cookies?.some(cookie => PENDING.test(cookie)) ?? false)
