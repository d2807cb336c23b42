/** The start of a Set-Cookie header that opens a session. */
export const SESSION_COOKIE = /^(?:__Secure-)?alhena\.session_token=/
