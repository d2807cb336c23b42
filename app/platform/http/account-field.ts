/**
 * The hidden field in which every form says whose it is: the id of the account that was signed in when it was opened. Alone in its
 * file, because every page has forms and hardly any visit meets their refusal (other-account.ts).
 */
export const ACCOUNT_FIELD = 'form_account'
