import { cutText, storable } from '#app/kernel/text.ts'

const MAX_ERROR = 300

/** A server's response, shortened and without addresses of servers, which can hold a token or the mail server's password. */
export const mailError = (detail: string): string =>
  cutText(storable(detail.replaceAll(/\w+:\/\/\S+/g, '[address]')), MAX_ERROR)
