/** Bytes of a statement's file. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024

/** Longest name of an account, in characters. */
export const MAX_ACCOUNT_NAME = 60
