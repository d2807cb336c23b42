import { isAccessCode } from './typed-code.ts'

/** What stands between an address and the access code that it brings. */
export const CODE_FRAGMENT = '#codigo='

/**
 * The address of an access with its code in the fragment, which browsers keep to themselves: no server, proxy, log or `Referer` gets it. Its
 * page fills the form from it (`takeCode`), and nothing is opened before the person presses its button. A text that is no code is left out.
 */
export const withCodeFragment = (address: string, code: string): string =>
  isAccessCode(code) ? address + CODE_FRAGMENT + code : address
